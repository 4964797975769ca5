import { describe, expect, it } from 'vitest'
import { isUnreachable } from './databaseErrors.ts'

const withCode = (code: string) => Object.assign(new Error('no'), { code })

describe('an error of the database', () => {
  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'ENETUNREACH',
    'EPIPE',
    'ETIMEDOUT',
    '08006',
    '53100',
    '53300',
    '57P01',
    '57P03',
    '57P05',
    '58030',
    '57014',
    '55P03',
    '25006',
    '25P03',
    '25P04',
    '40003',
    '26000',
    // The password was changed, the database renamed, the certificate has expired meanwhile.
    '28P01',
    '28000',
    '3D000',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'EPROTO',
  ])('with the code %s is an outage, and not a defect of the request (T01)', (code) => {
    expect(isUnreachable(withCode(code))).toBe(true)
  })

  it.each(['23505', '22P02', '25P02', '42601', '42P01', '40001', 'XX001'])(
    'with the code %s is no outage',
    (code) => {
      expect(isUnreachable(withCode(code))).toBe(false)
    },
  )
})
