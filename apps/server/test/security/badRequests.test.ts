import { gzipSync } from 'node:zlib'
import { callNames, calls } from '@gatehouse/contract/calls'
import { urlLength } from '@gatehouse/contract/limits'
import type { Call, CallInput } from '@gatehouse/contract/calls/row'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerForm, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { isThorough } from '../fixtures/isThorough.ts'
import { sampleRequest } from '../fixtures/samples/sampleRequest.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'
import { whatIsLeft } from '../fixtures/whatIsLeft.ts'

/*
 * Invalid requests of every kind. All calls go through one parser: one kind is sent to each of
 * them, the others to some.
 */

let app: TestApp
let player: TestVisitor
let userId: number

beforeAll(async () => {
  app = await startApp({ settings: { LIMITS: 'off' } })
  player = await signedInPlayer(app, registerForm({ Username: 'Target' }))
  userId = (await player.readToken()).Id_User
})
afterAll(() => app.close())

interface Expected {
  readonly status: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

const notAuthorized: Expected = { status: 401, body: '{}' }
const noBearer: Expected = { ...notAuthorized, headers: { 'www-authenticate': 'Bearer' } }
const invalid: Expected = {
  status: 400,
  body: '{"ErrorMessages":[{"Property":"","ErrorMessage":"INVALID_REQUEST"}]}',
}

const isPost = (name: (typeof callNames)[number]) => calls[name].method === 'POST'
const posts = callNames.filter(isPost)
/** A visitor's, a player's, one without fields and one with its own limit. */
const somePosts = isThorough
  ? posts
  : (['identify', 'updateEmail', 'seeCookiePopup', 'uploadAvatar'] as const)
const someCalls = isThorough ? callNames : [...somePosts, 'readToken' as const]
/** Without the upload of a picture, which has its own limit. */
const postsOfUsualSize = somePosts.filter((name) => !('largeBody' in calls[name]))

/**
 * Sends requests that must all be refused alike: without a changed row and with one log line each.
 * Returns the others.
 */
async function unlike(
  requests: readonly InjectOptions[],
  { status, body, headers = {} }: Expected,
): Promise<unknown[]> {
  const before = await whatIsLeft(app)
  const linesBefore = linesOfRequests()
  const found: unknown[] = requests.length === 0 ? ['nothing was sent'] : []
  for (const request of requests) {
    const answer = await player.send(request)
    const isRefused =
      answer.statusCode === status &&
      (body === undefined || answer.body === body) &&
      Object.entries(headers).every(([name, value]) => answer.headers[name] === value) &&
      answer.cookies.length === 0
    if (!isRefused) found.push({ request, status: answer.statusCode, body: answer.body })
  }
  const lines = linesOfRequests() - linesBefore
  if (lines !== requests.length) found.push(`${lines} lines in the log`)
  if ((await whatIsLeft(app)) !== before) found.push('something is left')
  return found
}

const linesOfRequests = () => app.logged.filter((line) => line.includes('"statusCode":')).length

function withHeaders(request: InjectOptions, headers: Readonly<Record<string, string>>) {
  return { ...request, headers: { ...request.headers, ...headers } }
}

const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const wide = (keys: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, n) => [`k${n}`, n])))

const takesFields = (name: (typeof callNames)[number]) => {
  const { body }: CallInput = (calls[name] as Call).input ?? {}
  return body !== undefined && !('shape' in body && Object.keys(body.shape).length === 0)
}

describe('every call', () => {
  it('requires the one key of its own deployment (X01, AT-API-01, R-7.1-1)', async () => {
    const own = app.deployment('local').apiKey
    const foreign = app.deployment('prod').apiKey
    // Two headers arrive joined.
    const keys = ['', 'wrong', `${own} `, own.toUpperCase(), foreign, `${own}, ${own}`]
    const asking = callNames.filter((name) => calls[name].caller !== 'anyone')
    const requests = asking.flatMap((name) =>
      keys.map((key) => withHeaders(sampleRequest(name, { userId }), { 'x-api-key': key })),
    )
    expect(await unlike(requests, notAuthorized)).toEqual([])
    const open = await player.send({ method: 'GET', url: '/api/cookie' })
    expect(open.statusCode).toBe(200)
  })

  it('of a player requires a living bearer (X02, AT-API-02, R-6.1-8, R-7.1-2)', async () => {
    const elsewhere = await signedInPlayer(app, registerForm({ Username: 'Else' }), 'sandbox')
    const expired = await signedInPlayer(app, registerForm({ Username: 'Late' }))
    app.clock.advance(3601)
    await player.readToken()
    const bearers = [
      '',
      'Bearer',
      'Bearer x',
      `Bearer 0.${'A'.repeat(43)}`,
      'Basic YTpi',
      `Bearer ${expired.bearer}`,
      `Bearer ${elsewhere.bearer}`,
    ]
    const ofPlayers = callNames.filter((name) => calls[name].caller === 'player')
    expect(ofPlayers.length).toBeGreaterThanOrEqual(30)
    const requests = ofPlayers.flatMap((name) =>
      bearers.map((authorization) =>
        withHeaders(sampleRequest(name, { userId }), { authorization }),
      ),
    )
    expect(await unlike(requests, noBearer)).toEqual([])
  })

  it('accepts one method and names it in the refusal (X03, J11)', async () => {
    for (const method of ['GET', 'POST'] as const) {
      const others = ['PUT', 'DELETE', 'PATCH', 'HEAD', method === 'GET' ? 'POST' : 'GET'] as const
      const requests = callNames
        .filter((name) => calls[name].method === method)
        .map((name) => ({ url: sampleRequest(name, { userId }).url }))
      const wrong = requests.flatMap(({ url }) => others.map((other) => ({ url, method: other })))
      const overridden = requests.map(({ url }) => ({
        url,
        method: method === 'GET' ? ('POST' as const) : ('GET' as const),
        headers: { 'x-http-method-override': method, 'x-method-override': method },
      }))
      expect(
        await unlike([...wrong, ...overridden], { status: 405, headers: { allow: method } }),
      ).toEqual([])
    }
  })

  it('accepts a body of JSON in UTF-8 only (X04, K01)', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json;charset=utf-16',
      '',
    ]
    const requests = posts.flatMap((name) =>
      types.map((type) => withHeaders(sampleRequest(name, { userId }), { 'content-type': type })),
    )
    expect(await unlike(requests, { status: 415 })).toEqual([])
  })

  it('refuses a body with a name twice (X05)', async () => {
    const requests = posts.map((name) => sampleRequest(name, { userId, body: '{"a":1,"a":1}' }))
    expect(await unlike(requests, invalid)).toEqual([])
  })

  it.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['a number', '1'],
    ['half of one', '{"a":'],
    ['two of them', '{} {}'],
    ['a name twice, once escaped', '{"Email":1,"\\u0045mail":1}'],
    ['a name twice, further in', '{"a":[{"b":{},"b":1}]}'],
    ['a byte order mark', '\ufeff{}'],
    ['NaN', '{"a":NaN}'],
    ['a comment', '// x\n{}'],
  ])('refuses a body with %s instead of one JSON object (X05)', async (_, body) => {
    expect(
      await unlike(
        somePosts.map((name) => sampleRequest(name, { userId, body })),
        invalid,
      ),
    ).toEqual([])
  })

  it('refuses an empty body where it has fields, and bytes that are not UTF-8 (X05)', async () => {
    const empty = posts.filter(takesFields).map((name) => sampleRequest(name, { userId, body: '' }))
    const broken = posts.map((name) => ({
      ...sampleRequest(name, { userId }),
      payload: Buffer.from('{"a":"\xff"}', 'latin1'),
    }))
    expect(await unlike([...empty, ...broken], invalid)).toEqual([])
  })

  it('accepts the same name in two objects, and a text that looks like a name (X05)', async () => {
    const body = '{"a":{"b":1},"c":[{"b":1},{"b":"\\"b\\":"}],"b":"a"}'
    const answer = await player.send(sampleRequest('seeCookiePopup', { userId, body }))
    expect(answer.statusCode).toBe(200)
  })

  it.each([
    ['larger than 64 kB', JSON.stringify({ a: 'x'.repeat(65_537) }), { status: 413 }],
    ['deeper than 16 levels', deep(17), invalid],
    ['of more than 100 names', wide(101), invalid],
  ])('refuses a body %s (X06)', async (_, body, expected: Expected) => {
    expect(
      await unlike(
        postsOfUsualSize.map((name) => sampleRequest(name, { userId, body })),
        expected,
      ),
    ).toEqual([])
  })

  it('refuses a compressed body (X06)', async () => {
    const requests = posts.map((name) => ({
      ...withHeaders(sampleRequest(name, { userId }), { 'content-encoding': 'gzip' }),
      payload: gzipSync('{}'),
    }))
    expect(await unlike(requests, { status: 415 })).toEqual([])
  })

  it('refuses a repeated parameter (X13)', async () => {
    const requests = callNames.map((name) => sampleRequest(name, { userId, query: 'a=1&a=1' }))
    expect(await unlike(requests, invalid)).toEqual([])
  })

  it.each([
    ['of a list', 'a[]=1'],
    ['of a list, escaped', 'a%5B%5D=1'],
    ['of an object', 'a[b]=1'],
    ['with a broken escape', 'a=%zz'],
    ['with half an escape', 'a=%'],
    ['with a NUL', 'a=%00'],
  ])('refuses a parameter %s (X13)', async (_, query) => {
    expect(
      await unlike(
        someCalls.map((name) => sampleRequest(name, { userId, query })),
        invalid,
      ),
    ).toEqual([])
  })

  it('refuses an overlong address (X13)', async () => {
    const long = [`a=${'x'.repeat(65_536)}`, `a=${'x'.repeat(urlLength)}`]
    const requests = someCalls.flatMap((name) =>
      long.map((query) => sampleRequest(name, { userId, query })),
    )
    expect(await unlike(requests, { status: 414 })).toEqual([])
  })
})
