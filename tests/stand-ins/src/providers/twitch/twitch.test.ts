import type { FastifyInstance } from 'fastify'
import * as client from 'openid-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { twitchClient } from './twitchTokenIssuer.ts'

const redirectUri = 'http://localhost:4000/twitch/callback'
const queen = '100000001'

let app: FastifyInstance
let issuer: string

beforeAll(async () => {
  app = await createApp({ smtpPort: 0 })
  await app.listen({ port: 0, host: '127.0.0.1' })
  issuer = `${app.listeningOrigin}/twitch/oauth2`
})

afterEach(() => app.inject({ method: 'POST', url: '/__standin/twitch/reset' }))
afterAll(() => app.close())

test('openid-client signs a player in when its fetch joins the list of scopes', async () => {
  const site = await siteAt()
  const { url, nonce } = await signIn(site, 'openid user:read:email')
  const checks = { expectedState: 'S', expectedNonce: nonce }
  const tokens = await client.authorizationCodeGrant(site, url, checks)
  expect(tokens.claims()).toMatchObject({ sub: queen, preferred_username: 'StreamQueen' })
  const info = await client.fetchUserInfo(site, tokens.access_token, queen)
  expect(info).toMatchObject({ sub: queen, picture: expect.stringMatching(/avatars\/\d+\.svg$/) })
  expect(await users(tokens.access_token)).toMatchObject({
    data: [{ id: queen, display_name: 'StreamQueen', email: `channel_${queen}@example.com` }],
  })
})

test('the scope is a list, which a standard client refuses', async () => {
  const site = await siteAt({ joinsScopes: false })
  const { url } = await signIn(site, 'user:read:email')
  const grant = client.authorizationCodeGrant(site, url, { expectedState: 'S' })
  await expect(grant).rejects.toMatchObject({ code: 'OAUTH_INVALID_RESPONSE' })
})

test('a token without a scope names the user without the address', async () => {
  const site = await siteAt()
  const { url } = await signIn(site, '')
  const tokens = await client.authorizationCodeGrant(site, url, { expectedState: 'S' })
  const { data } = await users(tokens.access_token)
  expect(data).toMatchObject([{ id: queen }])
  expect(data[0]).not.toHaveProperty('email')
})

test('a code works once, and for its own return address', async () => {
  const { url } = await signIn(await siteAt(), '')
  const code = url.searchParams.get('code') ?? ''
  expect((await redeem(code, 'http://localhost:4000/other')).json()).toEqual({
    status: 400,
    message: 'Invalid authorization code',
  })
  expect((await redeem(code)).statusCode).toBe(400)
  const { url: again } = await signIn(await siteAt(), '')
  const second = again.searchParams.get('code') ?? ''
  expect((await redeem(second)).statusCode).toBe(200)
  expect((await redeem(second)).statusCode).toBe(400)
})

test('Twitch refuses a revoked token', async () => {
  const site = await siteAt()
  const { url } = await signIn(site, '')
  const { access_token: token } = await client.authorizationCodeGrant(site, url, {
    expectedState: 'S',
  })
  expect(await validate(token)).toMatchObject({ client_id: 'sample-twitch', user_id: queen })
  const revoke = () => post('/revoke', { client_id: twitchClient.id, token })
  expect((await revoke()).statusCode).toBe(200)
  expect(await validate(token)).toEqual({ status: 401, message: 'invalid access token' })
  expect((await revoke()).json()).toEqual({ status: 400, message: 'Invalid token' })
})

test('a client token looks up a hundred users, without deleted ones', async () => {
  const site = await siteAt()
  const { access_token: token } = await client.clientCredentialsGrant(site)
  await turn({ vanished: '100000002' })
  const ids = [queen, '100000002', '500123']
  const { data } = await users(token, `?${ids.map((id) => `id=${id}`).join('&')}`)
  expect(data).toMatchObject([{ id: queen }, { id: '500123', display_name: 'Channel 0123' }])
  expect(await users(token)).toMatchObject({ status: 400 })
})

test('Twitch refuses wrong credentials in its own words', async () => {
  const grant = { grant_type: 'client_credentials' }
  const wrong = { ...grant, client_id: twitchClient.id, client_secret: 'no' }
  expect((await post('/token', wrong)).json()).toEqual({
    status: 403,
    message: 'invalid client secret',
  })
  expect((await post('/token', { ...wrong, client_id: 'no' })).json()).toEqual({
    status: 400,
    message: 'invalid client',
  })
})

test.each([
  'http://evil.test/twitch/callback',
  'http://localhost:4000/other',
  'http://localhost:4000/twitch/callback?x=1',
  'http://localhost@evil.test/twitch/callback',
])('Twitch refuses the return address %s', async (address) => {
  const url = `/twitch/oauth2/authorize?client_id=sample-twitch&response_type=code&user=${queen}`
  const answer = await app.inject(`${url}&redirect_uri=${encodeURIComponent(address)}`)
  expect(answer.statusCode).toBe(400)
})

test('a player that refuses returns with an error and no code', async () => {
  const { url } = await signIn(await siteAt(), '', 'cancel')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    error: 'access_denied',
    error_description: 'The user denied you access',
    state: 'S',
  })
})

test('each switch breaks its answer', async () => {
  const site = await siteAt()
  const { url } = await signIn(site, '')
  await turn({ expiresIn: 60 })
  const tokens = await client.authorizationCodeGrant(site, url, { expectedState: 'S' })
  expect(tokens.expires_in).toBe(60)
  await turn({ tokenRevoked: true, refreshRevoked: true, badCode: true })
  expect(await users(tokens.access_token)).toMatchObject({ message: 'Invalid OAuth token' })
  const refreshing = client.refreshTokenGrant(site, tokens.refresh_token ?? '')
  await expect(refreshing).rejects.toMatchObject({ status: 400 })
  const { url: bad } = await signIn(site, '')
  expect((await redeem(bad.searchParams.get('code') ?? '')).statusCode).toBe(400)
})

/**
 * A site with the credentials of a deployment. `joinsScopes` repairs Twitch's scopes for a strict
 * client.
 */
async function siteAt({ joinsScopes = true } = {}): Promise<client.Configuration> {
  const { id, secret } = twitchClient
  const site = await client.discovery(
    new URL(issuer),
    id,
    secret,
    client.ClientSecretPost(secret),
    { execute: [client.allowInsecureRequests] },
  )
  if (joinsScopes) {
    site[client.customFetch] = async (url, init) => {
      const answer = await fetch(url, init as RequestInit)
      if (!url.endsWith('/token')) return answer
      const body = (await answer.json()) as Record<string, unknown>
      const { scope } = body
      const joined = Array.isArray(scope) ? { ...body, scope: scope.join(' ') } : body
      return Response.json(joined, { status: answer.status })
    }
  }
  return site
}

async function signIn(site: client.Configuration, scope: string, user = queen) {
  const nonce = client.randomNonce()
  const asked = client.buildAuthorizationUrl(site, {
    redirect_uri: redirectUri,
    scope,
    state: 'S',
    login_hint: user,
    ...(scope.includes('openid') ? { nonce } : {}),
  })
  const answer = await fetch(asked, { redirect: 'manual' })
  return { url: new URL(answer.headers.get('location') ?? ''), nonce }
}

async function users(token: string, query = '') {
  const headers = { authorization: `Bearer ${token}`, 'client-id': twitchClient.id }
  const answer = await app.inject({ url: `/twitch/helix/users${query}`, headers })
  return answer.json<{ data: object[] }>()
}

async function validate(token: string): Promise<unknown> {
  const headers = { authorization: `OAuth ${token}` }
  return (await app.inject({ url: '/twitch/oauth2/validate', headers })).json()
}

function redeem(code: string, address = redirectUri) {
  return post('/token', {
    client_id: twitchClient.id,
    client_secret: twitchClient.secret,
    grant_type: 'authorization_code',
    code,
    redirect_uri: address,
  })
}

function post(path: string, form: Record<string, string>) {
  return app.inject({
    method: 'POST',
    url: `/twitch/oauth2${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
}

function turn(payload: object) {
  return app.inject({ method: 'PUT', url: '/__standin/twitch/switches', payload })
}
