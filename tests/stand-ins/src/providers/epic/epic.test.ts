import type { FastifyInstance } from 'fastify'
import * as client from 'openid-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { epicClient } from './epicServices.ts'
import { redeemerClient } from './redeemer.ts'

const redirectUri = 'http://prod.localhost:4000/epic-games/callback'
const evelyn = 'e91c0000000000000000000000000001'

let app: FastifyInstance
let issuer: string

beforeAll(async () => {
  app = await createApp({ smtpPort: 0 })
  await app.listen({ port: 0, host: '127.0.0.1' })
  issuer = `${app.listeningOrigin}/epic/epic/oauth/v2`
})

afterEach(() => app.inject({ method: 'POST', url: '/__standin/epic/reset' }))
afterAll(() => app.close())

test('openid-client signs a player in with explicit addresses', async () => {
  const { id, secret } = epicClient
  const server = {
    issuer,
    authorization_endpoint: `${app.listeningOrigin}/epic/id/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userInfo`,
  }
  const site = new client.Configuration(server, id, secret, client.ClientSecretBasic(secret))
  client.allowInsecureRequests(site)
  const tokens = await client.authorizationCodeGrant(site, await signIn(site, 'basic_profile'), {
    expectedState: 'S',
  })
  expect(tokens).toMatchObject({ account_id: evelyn, scope: 'basic_profile', expires_in: 7200 })
  const info = await client.fetchUserInfo(site, tokens.access_token, client.skipSubjectCheck)
  expect(info).toEqual({ sub: evelyn, preferred_username: 'EpicEvelyn' })
})

test('a sign-in by discovery with openid returns a signed identity', async () => {
  const site = await discovered()
  const tokens = await client.authorizationCodeGrant(site, await signIn(site, 'openid'), {
    expectedState: 'S',
    idTokenExpected: true,
  })
  expect(tokens.claims()).toMatchObject({ sub: evelyn, preferred_username: 'EpicEvelyn' })
})

test('a client token looks up accounts, without deleted ones', async () => {
  const { access_token: token } = await client.clientCredentialsGrant(await discovered())
  await turn({ vanished: 'e91c0000000000000000000000000002' })
  const ids = [evelyn, 'e91c0000000000000000000000000002', 'a'.repeat(32)]
  const query = ids.map((id) => `accountId=${id}`).join('&')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await app.inject({ url: `/epic/epic/id/v2/accounts?${query}`, headers })
  expect(answer.json()).toMatchObject([
    { accountId: evelyn, displayName: 'EpicEvelyn' },
    { accountId: 'a'.repeat(32), displayName: 'Epic player aaaa' },
  ])
})

test('a token is active until it is revoked', async () => {
  const site = await discovered()
  const url = await signIn(site, 'basic_profile')
  const { access_token: token } = await client.authorizationCodeGrant(site, url, {
    expectedState: 'S',
  })
  const info = async () => (await post('/epic/epic/oauth/v2/tokenInfo', { token })).json()
  expect(await info()).toMatchObject({ active: true, account_id: evelyn })
  const unproven = await post('/epic/epic/oauth/v2/revoke', { token })
  expect([unproven.statusCode, unproven.json()]).toMatchObject([401, { error: 'invalid_client' }])
  expect(await info()).toMatchObject({ active: true })
  const { id, secret } = epicClient
  const revoked = await app.inject({
    method: 'POST',
    url: '/epic/epic/oauth/v2/revoke',
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({ token }).toString(),
  })
  expect(revoked.statusCode).toBe(204)
  expect(await info()).toEqual({ active: false })
})

test.each([
  [{ badCode: true }, 'errors.com.epicgames.account.oauth.authorization_code_not_found'],
  [{ correctiveAction: true }, 'errors.com.epicgames.oauth.corrective_action_required'],
])('the switch %o refuses a code with %s', async (on, errorCode) => {
  await turn(on)
  const code = (await signIn(await discovered(), 'basic_profile')).searchParams.get('code') ?? ''
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
  const answer = await post('/epic/epic/oauth/v2/token', form, basic(epicClient))
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ errorCode })
})

test('the token endpoint refuses a client without its secret', async () => {
  const form = { grant_type: 'client_credentials' }
  const wrong = basic({ id: epicClient.id, secret: 'no' })
  expect((await post('/epic/epic/oauth/v2/token', form, wrong)).statusCode).toBe(401)
})

test('the redeemer trades a state for the account, once', async () => {
  const state = await redeem('epic', 'epic-games', evelyn)
  expect((await exchange(state)).json()).toEqual({
    provider: 'epic-games',
    accountId: evelyn,
    displayName: 'EpicEvelyn',
    redirectUrl: '',
    user_ref: 'flow-1',
  })
  expect((await exchange(state)).statusCode).toBe(410)
  expect((await exchange('made-up')).statusCode).toBe(404)
  expect((await exchange(state, { id: 'x', secret: 'y' })).statusCode).toBe(401)
})

test('the redeemer also serves Steam', async () => {
  const state = await redeem('steam', 'steam', '76561198000000001')
  expect((await exchange(state)).json()).toMatchObject({
    provider: 'steam',
    accountId: '76561198000000001',
    displayName: 'SteamGuy',
  })
})

test.each([
  [{ 'redeemer.expired': true }, 410],
  [{ 'redeemer.reused': true }, 410],
  [{ 'redeemer.conflict': true }, 409],
  [{ 'redeemer.userRef': 'another' }, 200],
])('the switch %o makes the redeemer answer %i', async (on, status) => {
  await turn(on)
  const answer = await exchange(await redeem('epic', 'epic-games', evelyn))
  expect(answer.statusCode).toBe(status)
  expect(answer.json<{ user_ref?: string }>().user_ref).toBe(status === 200 ? 'another' : undefined)
})

test('the redeemer refuses return addresses outside the portal', async () => {
  const query = new URLSearchParams({
    client_id: redeemerClient.id,
    return_url: 'http://evil.test/epic-games/callback',
    user_ref: 'flow-1',
    user: evelyn,
  })
  const answer = await app.inject(`/epic/redeemer/v1/epic/authorize?${query.toString()}`)
  expect(answer.statusCode).toBe(400)
})

function discovered(): Promise<client.Configuration> {
  const { id, secret } = epicClient
  return client.discovery(new URL(issuer), id, secret, client.ClientSecretBasic(secret), {
    execute: [client.allowInsecureRequests],
  })
}

async function signIn(site: client.Configuration, scope: string): Promise<URL> {
  const parameters = { redirect_uri: redirectUri, scope, state: 'S', login_hint: evelyn }
  const asked = client.buildAuthorizationUrl(site, parameters)
  const answer = await fetch(asked, { redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '')
}

async function redeem(provider: string, path: string, user: string): Promise<string> {
  const query = new URLSearchParams({
    client_id: redeemerClient.id,
    return_url: `http://prod.localhost:4000/${path}/callback`,
    user_ref: 'flow-1',
    user,
  })
  const answer = await app.inject(`/epic/redeemer/v1/${provider}/authorize?${query.toString()}`)
  return new URL(String(answer.headers.location)).searchParams.get('state') ?? ''
}

function exchange(state: string, credentials = redeemerClient) {
  return app.inject({
    method: 'POST',
    url: '/epic/redeemer/v1/exchange',
    headers: basic(credentials),
    payload: { state },
  })
}

function post(url: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  })
}

function basic({ id, secret }: { id: string; secret: string }): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` }
}

function turn(payload: object) {
  return app.inject({ method: 'PUT', url: '/__standin/epic/switches', payload })
}
