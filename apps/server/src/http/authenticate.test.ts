import { callNames, calls } from '@gatehouse/contract/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownRows } from '../../test/fixtures/samples/ownRows.ts'
import { registerForm, signedInPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../test/fixtures/testVisitor.ts'

let app: TestApp
let player: TestVisitor
let userId: number

beforeAll(async () => {
  app = await startApp({ settings: { LIMITS: 'off' } })
  player = await signedInPlayer(app, registerForm({ Username: 'Target' }))
  userId = (await player.readToken()).Id_User
})
afterAll(() => app.close())

const urlOf = (name: (typeof callNames)[number]) =>
  `/api/${calls[name].path
    .replace('{userId}', String(userId))
    .replace('{identity}', player.identity)
    .replace(/\{\w+\}/g, 'relic')}`

const withKey = callNames.filter((name) => calls[name].caller !== 'anyone')
const posts = withKey.filter((name) => calls[name].method === 'POST')
const gets = withKey.filter((name) => calls[name].method === 'GET')

/** Forms of another site carry no key and no bearer, and only sometimes the cookies. */
const forms: readonly (readonly [string, string])[] = [
  ['application/x-www-form-urlencoded', 'Username=Stolen&Email=a%40evil.io'],
  ['multipart/form-data; boundary=x', '--x\r\n\r\n{"Username":"Stolen"}\r\n--x--'],
  ['text/plain', '{"Username":"Stolen","Email":"a@evil.io"}'],
]

/** The marks of browsers on requests that a page of another site causes. */
const ways: readonly (readonly [string, Record<string, string>])[] = [
  ['an image', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
  ['a script of this site', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' }],
  ['a link', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  ['a frame', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }],
  ['the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
  ['a socket', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'websocket' }],
  [
    'a fetch',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', origin: 'https://evil.io' },
  ],
  ['a hidden fetch', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', origin: 'null' }],
]

describe('a request that another site causes', () => {
  it('reaches no call by a form: it has no key, and no form is JSON (K01)', async () => {
    expect(posts.length).toBeGreaterThan(37)
    const before = await ownRows(app)
    for (const name of posts) {
      for (const [type, payload] of forms) {
        const headers = { 'content-type': type, origin: 'https://evil.io' }
        const sent = { method: 'POST' as const, url: urlOf(name), payload }
        const bare = { ...headers, 'x-api-key': '', authorization: '' }
        const keyless = await player.send({ ...sent, headers: bare })
        expect([name, type, keyless.statusCode]).toEqual([name, type, 401])
        const keyed = await player.send({ ...sent, headers })
        expect([name, type, keyed.statusCode]).toEqual([name, type, 415])
      }
    }
    expect(await ownRows(app)).toEqual(before)
  })

  it('is refused unless the portal’s own page fetches it, even with the key (K02)', async () => {
    const before = await ownRows(app)
    for (const name of gets) {
      for (const [way, headers] of ways) {
        const answer = await player.send({ method: 'GET', url: urlOf(name), headers })
        expect([name, way, answer.statusCode, answer.body]).toEqual([name, way, 401, '{}'])
        expect(answer.headers['set-cookie']).toBeUndefined()
      }
    }
    expect(await ownRows(app)).toEqual(before)
    for (const headers of [
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', origin: 'http://localhost:4000' },
    ]) {
      const answer = await player.send({ method: 'GET', url: '/api/profile/connects', headers })
      expect(answer.statusCode).toBe(200)
    }
  })

  it('never shows an answer of the account API in a frame (K04)', async () => {
    for (const name of gets) {
      const answers = [
        await player.send({ method: 'GET', url: urlOf(name) }),
        await player.send({ method: 'GET', url: urlOf(name), headers: { 'x-api-key': '' } }),
      ]
      for (const { headers } of answers) {
        expect([name, headers['content-security-policy']]).toEqual([
          name,
          "default-src 'none'; frame-ancestors 'none'",
        ])
      }
    }
  })
})
