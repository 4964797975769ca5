import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import type { Receiver } from './receiver.ts'
import {
  accountEvents,
  type AccountEvent,
  type Logout,
  logouts,
  readSecurityEvent,
  type SecurityEvent,
  securityEvents,
  securityEventTypes,
  verifyPlayer,
} from './signin.ts'

const issuer = 'https://account.test/oidc'
const { privateKey, publicKey } = await generateKeyPair('RS256')
const foreign = await generateKeyPair('RS256')
const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }
const keys = createLocalJWKSet({ keys: [jwk] })
const trust = { issuer, keysOf: () => Promise.resolve(keys) }

function token(
  claims: Readonly<Record<string, unknown>>,
  typ?: string,
  key = privateKey,
): Promise<string> {
  const header = { alg: 'RS256', kid: 'one', ...(typ === undefined ? {} : { typ }) }
  return new SignJWT({ iss: issuer, aud: 'game', sub: '42', ...claims })
    .setProtectedHeader(header)
    .setIssuedAt(claims['iat'] as number | undefined)
    .setExpirationTime((claims['exp'] as number | undefined) ?? '1h')
    .sign(key)
}

describe('a token of a player', () => {
  const asGame = { ...trust, audience: 'game' }

  test('is believed for its client, and for the API that it is for', async () => {
    expect(await verifyPlayer(await token({ sid: 's' }), asGame)).toMatchObject({
      iss: issuer,
      sub: '42',
      sid: 's',
    })
    const api = { ...trust, audience: 'https://api.test', use: 'access' as const }
    const access = await token({ aud: 'https://api.test' }, 'at+jwt')
    expect((await verifyPlayer(access, api)).sub).toBe('42')
  })

  test.each([
    ['of another key', () => token({}, 'JWT', foreign.privateKey)],
    ['of another issuer', () => token({ iss: 'https://evil.test/oidc' })],
    ['for another client', () => token({ aud: 'other' })],
    ['that another client asked for', () => token({ azp: 'other' })],
    ['that has expired', () => token({ exp: 1 })],
    ['without a player', () => token({ sub: undefined })],
    ['that is a log-out', () => token({}, 'logout+jwt')],
    ['that is an access token', () => token({}, 'at+jwt')],
    ['without a signature', async () => `${(await token({})).split('.').slice(0, 2).join('.')}.`],
    ['that is none', () => Promise.resolve('a.b.c')],
  ])('%s is refused', async (_, made) => {
    await expect(verifyPlayer(await made(), asGame)).rejects.toThrow(Error)
  })

  test('is refused as an access token where it is an ID token', async () => {
    const idToken = await token({})
    await expect(verifyPlayer(idToken, { ...asGame, use: 'access' })).rejects.toThrow(Error)
  })
})

/** The three ways to a receiver: the status of an answer to a post. */
const ways: readonly (readonly [
  string,
  (receiver: Receiver, post: RequestInit) => Promise<number>,
])[] = [
  [
    'fetch',
    async (receiver, post) =>
      (await receiver.fetch(new Request('https://site.test/in', { method: 'POST', ...post })))
        .status,
  ],
  [
    'Express',
    async (receiver, post) => {
      const server = createServer(
        (request, response) =>
          void receiver.express(request, response, () => response.writeHead(500).end()),
      ).listen(0)
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const answer = await fetch(`http://127.0.0.1:${port}/in`, { method: 'POST', ...post })
      server.close()
      server.closeAllConnections()
      return answer.status
    },
  ],
  [
    'Fastify',
    async (receiver, post) => {
      const app = fastify()
      await app.register(receiver.fastify, { path: '/in' })
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/in',
        payload: post.body as string,
        headers: post.headers as Record<string, string>,
      })
      await app.close()
      return statusCode
    },
  ],
]

const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const postOf = (logoutToken: string) => ({
  body: new URLSearchParams({ logout_token: logoutToken }).toString(),
  headers: form,
})

function noDatabase(): Promise<void> {
  return Promise.reject(new Error('The database is gone.'))
}

describe.each(ways)('by %s', (_, send) => {
  test('a log-out of the portal ends sessions, and everything else is answered 400', async () => {
    const ended: Logout[] = []
    const end = (logout: Logout) => void ended.push(logout)
    const receiver = logouts({ ...trust, clientId: 'game', end })
    const good = await token({ events: event, jti: 'a', sid: 's' }, 'logout+jwt')
    expect(await send(receiver, postOf(good))).toBe(200)
    expect(ended).toEqual([{ iss: issuer, sub: '42', sid: 's' }])
    const wrong = [
      await token({ events: event, jti: 'a', sid: 's' }, 'JWT'),
      await token({ events: event, jti: 'a', nonce: 'n' }, 'logout+jwt'),
      await token({ events: {}, jti: 'a' }, 'logout+jwt'),
      await token({ events: event, jti: 'a', sub: undefined }, 'logout+jwt'),
      await token({ events: event, jti: 'a', iat: 1, exp: 4_000_000_000 }, 'logout+jwt'),
      await token({ events: event, jti: 'a' }, 'logout+jwt', foreign.privateKey),
      'none',
    ]
    for (const each of wrong) expect(await send(receiver, postOf(each))).toBe(400)
    expect(ended).toHaveLength(1)
  })

  test('an event that the site cannot handle now is answered 500, so that it comes again', async () => {
    const receiver = logouts({ ...trust, clientId: 'game', end: noDatabase })
    const good = await token({ events: event, jti: 'a', sid: 's' }, 'logout+jwt')
    const status = send(receiver, postOf(good)).catch(() => 500)
    expect(await status).toBe(500)
  })

  test('an event is heard with the present or the next secret, and not with a changed body', async () => {
    const [old, next, other] = ['o', 'n', 'x'].map((letter) => `whsec_${btoa(letter.repeat(32))}`)
    const heard: AccountEvent[] = []
    const hear = (one: AccountEvent) => void heard.push(one)
    const receiver = accountEvents({ secret: [String(old), String(next)], hear })
    const body = JSON.stringify({
      type: 'account.renamed',
      timestamp: '2026-11-23T00:00:00.000Z',
      data: { iss: issuer, sub: '42', preferred_username: 'Ann' },
    })
    const signed = (secret: string | undefined, sent = body) => {
      const now = new Date()
      const headers = {
        'content-type': 'application/json',
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': new Webhook(String(secret)).sign('evt_1', now, body),
      }
      return send(receiver, { body: sent, headers })
    }
    expect([await signed(old), await signed(next)]).toEqual([200, 200])
    expect([await signed(other), await signed(old, body.replace('Ann', 'Bea'))]).toEqual([400, 400])
    expect(heard).toHaveLength(2)
    expect(heard[0]).toMatchObject({ id: 'evt_1', type: 'account.renamed', data: { sub: '42' } })
  })
})

const { sessionRevoked, verification } = securityEventTypes
const ofAda = { format: 'iss_sub', iss: issuer, sub: '42' }

/** A Security Event Token as the portal signs it, and changed. */
function eventToken(change: Readonly<Record<string, unknown>> = {}, header: object = {}) {
  const claims = {
    iss: issuer,
    aud: 'game',
    iat: 1_800_000_000,
    jti: 'evt_1',
    sub_id: ofAda,
    events: { [sessionRevoked]: { event_timestamp: 1_799_999_990 } },
    ...change,
  }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'secevent+jwt', ...header })
    .sign(privateKey)
}

const tokenPost = (body: string) => ({
  body,
  headers: { 'content-type': 'application/secevent+jwt', accept: 'application/json' },
})

describe.each(ways)('a Security Event Token by %s', (_, send) => {
  test('is heard where the portal signed it for this client, and answered 202 (O97)', async () => {
    const heard: SecurityEvent[] = []
    const hear = (one: SecurityEvent) => void heard.push(one)
    const receiver = securityEvents({ ...trust, clientId: 'game', hear })
    expect(await send(receiver, tokenPost(await eventToken()))).toBe(202)
    const tried = { events: { [verification]: {} }, sub_id: undefined, jti: 'evt_2' }
    expect(await send(receiver, tokenPost(await eventToken(tried)))).toBe(202)
    expect(heard).toEqual([
      {
        id: 'evt_1',
        iss: issuer,
        sub: '42',
        type: sessionRevoked,
        at: 1_799_999_990,
        claims: {},
      },
      {
        id: 'evt_2',
        iss: issuer,
        sub: null,
        type: verification,
        at: 1_800_000_000,
        claims: {},
      },
    ])
    const failing = securityEvents({ ...trust, clientId: 'game', hear: noDatabase })
    const status = send(failing, tokenPost(await eventToken())).catch(() => 500)
    expect(await status).toBe(500)
  })

  test('that is another’s, or another kind of token, is answered 400 (O97)', async () => {
    const heard: SecurityEvent[] = []
    const hear = (one: SecurityEvent) => void heard.push(one)
    const receiver = securityEvents({ ...trust, clientId: 'game', hear })
    const [header = '', , signature = ''] = (await eventToken()).split('.')
    const [, changed = ''] = (await eventToken({ jti: 'evt_9' })).split('.')
    const logout = { events: event, jti: 'a', sid: 's' }
    const wrong = [
      await eventToken({ aud: 'other' }),
      await eventToken({ iss: 'https://evil.test/oidc' }),
      await eventToken({}, { typ: 'JWT' }),
      await eventToken({}, { typ: undefined }),
      await eventToken({ jti: undefined }),
      await eventToken({ events: {} }),
      await eventToken({ events: [{}] }),
      await eventToken({ events: { [sessionRevoked]: {}, [verification]: {} } }),
      await eventToken({ sub_id: undefined }),
      await eventToken({ sub_id: { ...ofAda, iss: 'https://evil.test/oidc' } }),
      await eventToken({ sub_id: { format: 'email', email: 'ada@site.test' } }),
      await token(logout, 'logout+jwt'),
      await token({ jti: 'a' }),
      `${header}.${changed}.${signature}`,
      `${header}.${changed}.`,
      await token({ events: {} }, 'secevent+jwt', foreign.privateKey),
      '{"type":"account.banned"}',
      '',
    ]
    for (const each of wrong) expect(await send(receiver, tokenPost(each))).toBe(400)
    expect(heard).toEqual([])
  })

  test('is no log-out, and opens nothing (O97)', async () => {
    const ended: Logout[] = []
    const end = (logout: Logout) => void ended.push(logout)
    const receiver = logouts({ ...trust, clientId: 'game', end })
    expect(await send(receiver, postOf(await eventToken({ events: event, sub: '42' })))).toBe(400)
    const asPlayer = eventToken({ sub: '42', exp: 4_000_000_000 })
    await expect(verifyPlayer(await asPlayer, { ...trust, audience: 'game' })).rejects.toThrow('ID')
    expect(ended).toEqual([])
  })
})

test('A refused Security Event Token has the answer of RFC 8935', async () => {
  const receiver = securityEvents({ ...trust, clientId: 'game', hear: () => undefined })
  const post = { method: 'POST', ...tokenPost('none') }
  const answer = await receiver.fetch(new Request('https://site.test/in', post))
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(await answer.json()).toEqual({ err: 'invalid_request' })
  await expect(readSecurityEvent('none', { ...trust, clientId: 'game' })).rejects.toThrow(Error)
})

test('a receiver behind a body parser says so instead of refusing the portal', async () => {
  const receiver = accountEvents({ secret: `whsec_${btoa('s'.repeat(32))}`, hear: () => undefined })
  const request = { body: { type: 'x' }, headers: {} }
  const error = await new Promise((resolve) => {
    void receiver.express(request as never, {} as never, resolve)
  })
  expect(String(error)).toContain('body parser')
})
