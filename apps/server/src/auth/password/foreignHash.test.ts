import { pbkdf2Sync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readForeignHash } from './foreignHash.ts'

const django = pbkdf2Sync('password', 'NaCl', 1000, 32, 'sha256').toString('base64')

const hex = '4f2e8a0c1d3b5a69788796a5b4c3d2e1'
const discourse = (as: 'hex' | 'base64') =>
  pbkdf2Sync('password', hex, 1000, 32, 'sha256').toString(as)

/** As other systems have published them, each with its password. */
const published: readonly (readonly [string, string, string])[] = [
  ['bcrypt', 'U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['bcrypt of PHP', 'U*U', '$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  [
    'scrypt of passlib',
    'password',
    '$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E',
  ],
  [
    'PBKDF2 of passlib',
    'password',
    '$pbkdf2-sha256$1212$4vjV83LKPjQzk31VI4E0Vw$hsYF68OiOUPdDZ1Fg.fJPeq1h/gXXY7acBp9/6c.tmQ',
  ],
  [
    'PBKDF2 as PHC',
    'password',
    '$pbkdf2-sha256$i=1212,l=32$4vjV83LKPjQzk31VI4E0Vw$hsYF68OiOUPdDZ1Fg+fJPeq1h/gXXY7acBp9/6c+tmQ',
  ],
  [
    'scrypt of Firebase',
    'user1password',
    '$firescrypt$ln=14,r=8,p=1$42xEC+ixf3L2lw$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ$Bw$jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA',
  ],
  // The first two are passlib's, the third that of phpass itself.
  ['phpass of phpBB', 'test1', '$H$9aaaaaSXBjgypwqm.JsMssPLiS8YQ00'],
  ['phpass of WordPress', '', '$P$7JaFQsPzJSuenezefD/3jHgt5hVfNH0'],
  ['phpass', 'test12345', '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
  ['PBKDF2 of Discourse', 'password', `$pbkdf2-sha256$i=1000,l=32$${hex}$${discourse('hex')}`],
  [
    'PBKDF2 of Discourse, as its own query writes it',
    'password',
    `$pbkdf2-sha256$i=1000,l=32$${hex}$${discourse('base64').replace('=', '')}`,
  ],
  ['PBKDF2 of Django', 'password', `pbkdf2_sha256$1000$NaCl$${django}`],
]

describe('a hash of another system', () => {
  it.each(published)('is verified: %s', async (_, password, hash) => {
    const verify = readForeignHash(hash)
    expect(await verify?.(password)).toBe(true)
    expect(await verify?.(`${password}x`)).toBe(false)
  })

  it.each([
    '',
    'password',
    '$1$salt$hash',
    '5f4dcc3b5aa765d61d8327deb882cf99',
    '$2a$05$short',
    '$scrypt$ln=16,r=8$c2FsdA$aGFzaA',
    '$pbkdf2-md5$1000$c2FsdA$aGFzaA',
  ])('is not recognized in "%s"', (hash) => {
    expect(readForeignHash(hash)).toBeNull()
  })

  it.each([
    '$2b$16$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
    '$scrypt$ln=20,r=8,p=4$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E',
    '$scrypt$ln=63,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E',
    '$pbkdf2-sha256$99999999$0ZrzXitFSGltTQnBWOsdeg$Y11AchqV4b0sUisdZd0Xr97KWoymNE0LNNrnEgY4H9M',
  ])('is refused when its cost would stop all log-ins: %s', (hash) => {
    expect(readForeignHash(hash)).toBeNull()
  })
})
