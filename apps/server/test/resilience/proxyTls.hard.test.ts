import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type SecureVersion } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type DeployedProxy,
  proxyNames,
  startDeployedProxy,
} from '../fixtures/processes/deployedProxy.ts'

/* The proxies of `deploy/` speak TLS by BCP 195 alone: forward secrecy, and ciphers that authenticate. */

/** The ways of a client, with the cipher that a proxy agrees to; null where it refuses. */
const ways: readonly (readonly [SecureVersion, string, string | null])[] = [
  ['TLSv1', 'ALL', null],
  ['TLSv1.1', 'ALL', null],
  // No forward secrecy.
  ['TLSv1.2', 'AES128-SHA', null],
  ['TLSv1.2', 'AES256-GCM-SHA384', null],
  // CBC.
  ['TLSv1.2', 'ECDHE-RSA-AES128-SHA', null],
  ['TLSv1.2', 'ECDHE-RSA-AES256-SHA384', null],
  // Good, and not of the list of RFC 9325.
  ['TLSv1.2', 'ECDHE-RSA-CHACHA20-POLY1305', null],
  ['TLSv1.2', 'ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
  ['TLSv1.2', 'ECDHE-RSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
  ['TLSv1.3', 'TLS_AES_128_GCM_SHA256:ALL', 'TLS_AES_128_GCM_SHA256'],
]

let folder: string
let pem: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-tls-'))
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject]
  execFileSync('openssl', [...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  pem = join(folder, 'both.pem')
  await writeFile(pem, `${await readFile(certificate, 'utf8')}${await readFile(key, 'utf8')}`)
})
afterAll(() => rm(folder, { recursive: true }))

/** The cipher that both agree to; null for none. */
function agreed(port: number, version: SecureVersion, ciphers: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({
      port,
      host: 'localhost',
      servername: 'localhost',
      minVersion: version,
      maxVersion: version,
      // Node itself would refuse what is old.
      ciphers: `${ciphers}:@SECLEVEL=0`,
      rejectUnauthorized: false,
    })
    socket.on('secureConnect', () => {
      resolve(socket.getCipher().name)
      socket.destroy()
    })
    socket.on('error', () => resolve(null))
  })
}

describe.each(proxyNames)('%s', (name) => {
  let proxy: DeployedProxy

  beforeAll(async () => {
    proxy = await startDeployedProxy(name, folder, [1, 2], pem)
  })
  afterAll(() => proxy.close())

  it.each(ways)('is asked by %s for %s', async (version, ciphers, expected) => {
    expect(await agreed(proxy.port, version, ciphers)).toBe(expected)
  })
})
