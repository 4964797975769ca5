import { describe, expect, test } from 'vitest'
import { envelopeOf, openConfiguration, readConfiguration } from './configuration.ts'

const key = btoa('0123456789abcdef0123456789abcdef')
const configuration = readConfiguration({
  Environment: 'PROD',
  AccountApiUrl: 'https://api.site.test',
  AccountApiKey: 'KEY-1',
})

/** The error of Web Crypto for a text that another key sealed. */
const unreadable = { name: 'OperationError' }

describe('a configuration (R-1.4-21 … R-1.4-25)', () => {
  test.each([
    ['text', JSON.stringify(configuration)],
    ['an object', configuration],
  ])('is read from %s', async (_, Value) => {
    expect(await openConfiguration({ Value }, '')).toEqual(configuration)
    expect(await openConfiguration({ Value, Encrypted: false }, '')).toEqual(configuration)
  })

  test('survives concealing, and is unreadable while concealed', async () => {
    const envelope = await envelopeOf(configuration, key)
    expect(atob(envelope.Value)).not.toMatch(/http|PROD/)
    expect(await openConfiguration(envelope, key)).toEqual(configuration)
  })

  test('gets a new ciphertext each time it is concealed', async () => {
    const [one, other] = await Promise.all([
      envelopeOf(configuration, key),
      envelopeOf(configuration, key),
    ])
    expect(one.Value).not.toBe(other.Value)
  })

  test('is refused with another key, and after a change of its ciphertext', async () => {
    const envelope = await envelopeOf(configuration, key)
    const otherKey = btoa('another-key-of-thirty-two-bytes!')
    await expect(openConfiguration(envelope, otherKey)).rejects.toMatchObject(unreadable)
    const concealed = envelope.Value
    const first = concealed.startsWith('A') ? 'B' : 'A'
    const changed = { ...envelope, Value: `${first}${concealed.slice(1)}` }
    await expect(openConfiguration(changed, key)).rejects.toMatchObject(unreadable)
  })

  test.each([
    ['{', 'JSON'],
    ['null', 'not an object'],
    ['[]', 'not an object'],
    ['{}', 'AccountApiUrl is missing'],
    ['{"AccountApiUrl":1}', 'AccountApiUrl is not a string'],
    ['{"AccountApiUrl":"https://a.test","IsProd":"no"}', 'IsProd is not a boolean'],
    ['{"AccountApiUrl":"https://a.test","LegalUrls":"/terms"}', 'LegalUrls is not a object'],
    [
      '{"AccountApiUrl":"https://a.test","LegalUrls":{"Terms":7}}',
      'LegalUrls.Terms is not a string',
    ],
  ])('%s is refused: %s', async (Value, reason) => {
    await expect(openConfiguration({ Value }, '')).rejects.toThrow(reason)
  })

  test('has absent flags off and absent texts empty', () => {
    expect(readConfiguration({ AccountApiUrl: 'https://a.test', IsProd: null })).toMatchObject({
      IsProd: false,
      EnableCaptcha: false,
      SupportUrl: '',
      StatusUrl: '',
      LegalUrls: { PrivacyPolicy: '', Terms: '', CodeOfConduct: '', Imprint: '' },
    })
  })
})
