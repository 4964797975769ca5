import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings } from './readSettings.ts'
import { settingDescriptions, SettingsError } from './settings.ts'

const safe = {
  NODE_ENV: 'production',
  SESSION_KEY: Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7)).toString('base64'),
  DATABASE_URL: 'postgres://gatehouse@db/gatehouse',
  SMTP_URL: 'smtps://mail.test',
}

describe('the settings', () => {
  it('have safe defaults, and an empty value counts as absent', () => {
    expect(readSettings({ PORT: '', LIMITS: '' })).toMatchObject({
      PORT: 4000,
      LIMITS: true,
      MAIL_LINK_REPEAT_HOURS: 24,
      ARGON2_MEMORY_KIB: 12_288,
    })
  })

  it('are refused with the name of every invalid one', () => {
    expect(() => readSettings({ PORT: 'x', LIMITS: 'maybe', DATABASE_URL: 'mysql://a' })).toThrow(
      /PORT: [^]*DATABASE_URL: [^]*LIMITS: /,
    )
    expect(() => readSettings({ SESSION_KEY: 'short' })).toThrow(SettingsError)
  })

  it('accept proxies only by address and network, with or without spaces', () => {
    const given = '127.0.0.1, 10.0.0.0/8,fd00::/8,loopback'
    expect(readSettings({ TRUSTED_PROXIES: given }).TRUSTED_PROXIES).toBe(given.replace(' ', ''))
    for (const wrong of ['proxy.test', '10.0.0.0/33', '10.0.0.1/', '10.0.0.1,', '1.2.3.4/8/8']) {
      expect(() => readSettings({ TRUSTED_PROXIES: wrong })).toThrow('TRUSTED_PROXIES: ')
    }
  })

  it('can come from files, but not from both places or from a missing file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-secrets-'))
    const file = join(folder, 'session.key')
    await writeFile(file, `${safe.SESSION_KEY}\n`)
    const { SESSION_KEY, ...others } = safe
    expect(readSettings({ ...others, SESSION_KEY_FILE: file }).SESSION_KEY).toBe(SESSION_KEY)
    expect(() => readSettings({ ...safe, SESSION_KEY_FILE: file, SMTP_URL_FILE: '/none' })).toThrow(
      /SESSION_KEY and SESSION_KEY_FILE are both set[^]*SMTP_URL and SMTP_URL_FILE/,
    )
    expect(() => readSettings({ ...others, SESSION_KEY_FILE: '/none', PORT: 'x' })).toThrow(
      /SESSION_KEY_FILE cannot be read: ENOENT[^]*PORT: /,
    )
    await rm(folder, { recursive: true })
  })

  it('are all described', () => {
    for (const [name, description] of Object.entries(settingDescriptions)) {
      expect([name, description]).not.toEqual([name, ''])
    }
  })

  it.each([
    ['SESSION_KEY', { SESSION_KEY: '' }],
    ['DATABASE_URL', { DATABASE_URL: '' }],
    ['SMTP_URL', { SMTP_URL: '' }],
    ['LIMITS', { LIMITS: 'off' }],
    ['MAIL_LINK_REPEAT_HOURS', { MAIL_LINK_REPEAT_HOURS: '0' }],
    ['ARGON2_MEMORY_KIB', { ARGON2_MEMORY_KIB: '1024' }],
    ['STEAM_API_BASE', { STEAM_API_BASE: 'http://localhost:4001/steam' }],
    ['SESSION_KEY', { SESSION_KEY: Buffer.alloc(32, 'k').toString('base64') }],
    ['SESSION_KEY', { SESSION_KEY: '' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://gatehouse:gatehouse@db/gatehouse' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://postgres:postgres@db/gatehouse' }],
    ['DATABASE_URL', { DATABASE_URL: '' }],
    ['SMTP_URL', { SMTP_URL: '' }],
    ['XBOX_PROFILE_BASE', { XBOX_PROFILE_BASE: 'http://localhost:4001/xbox' }],
  ])('are refused in production with an unsafe %s (N01)', (name, changed) => {
    expect(readSettings(safe).NODE_ENV).toBe('production')
    expect(() => readSettings({ ...safe, ...changed })).toThrow(name)
  })

  it.each(['prod', 'Production'])(
    'are refused with NODE_ENV=%s, which would protect nothing',
    (name) => {
      expect(() => readSettings({ ...safe, NODE_ENV: name })).toThrow('NODE_ENV')
    },
  )

  it('are refused in production with the embedded database, which may lose data with the power (T11)', () => {
    expect(() => readSettings({ ...safe, DATABASE_URL: '' })).toThrow('production needs PostgreSQL')
  })
})
