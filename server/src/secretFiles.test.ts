import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { withSecretFiles } from './secretFiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-secrets-'))
const file = join(folder, 'secret')
writeFileSync(file, 'a secret\n')
afterAll(() => rmSync(folder, { recursive: true }))

describe('secrets in files', () => {
  it('are read for settings and for what deployments name, without their last line break', () => {
    expect(withSecretFiles({ SESSION_KEY_FILE: file, STEAM_API_KEY_FILE: file })).toMatchObject({
      SESSION_KEY: 'a secret',
      STEAM_API_KEY: 'a secret',
    })
  })

  it('are refused beside the setting itself, and where they are not', () => {
    expect(() => withSecretFiles({ SESSION_KEY: 'one', SESSION_KEY_FILE: file })).toThrow(
      'SESSION_KEY and SESSION_KEY_FILE are both set',
    )
    expect(() => withSecretFiles({ SMTP_URL_FILE: join(folder, 'none') })).toThrow('SMTP_URL_FILE')
  })

  it('leave settings that are files, and variables of other programs, alone', () => {
    const environment = { JOURNAL_FILE: file, SSL_CERT_FILE: join(folder, 'none') }
    expect(withSecretFiles(environment)).toEqual(environment)
  })
})
