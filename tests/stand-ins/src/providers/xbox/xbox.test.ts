import type { FastifyInstance } from 'fastify'
import * as client from 'openid-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { microsoftClient } from './microsoft.ts'

const redirectUri = 'http://staging.localhost:4000/game-pass/callback'
const chef = '2535400000000001'
const scope = 'XboxLive.signin offline_access'

let app: FastifyInstance
let site: client.Configuration

beforeAll(async () => {
  app = await createApp({ smtpPort: 0 })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const base = `${app.listeningOrigin}/xbox/consumers/oauth2/v2.0`
  const server = {
    issuer: base,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
  }
  const { id, secret } = microsoftClient
  site = new client.Configuration(server, id, secret, client.ClientSecretPost(secret))
  client.allowInsecureRequests(site)
})

afterEach(() => app.inject({ method: 'POST', url: '/__standin/xbox/reset' }))
afterAll(() => app.close())

test('the whole chain leads from a sign-in with PKCE to a gamertag', async () => {
  const accessToken = await microsoftToken()
  const user = await authenticate(`d=${accessToken}`)
  const service = await authorize(user.json<Issued>().Token)
  expect(service.json()).toMatchObject({
    DisplayClaims: { xui: [{ xid: chef, gtg: 'MasterChef117' }] },
  })
  const profile = await profileOf(service.json<Issued>())
  expect(profile.json()).toMatchObject({
    profileUsers: [
      {
        id: chef,
        settings: [
          { id: 'Gamertag', value: 'MasterChef117' },
          { id: 'GameDisplayPicRaw', value: expect.stringContaining(`/xbox/avatars/${chef}.svg`) },
        ],
      },
    ],
  })
})

test('Microsoft refuses a code without the verifier of its challenge', async () => {
  const { url } = await signIn()
  const checks = { expectedState: 'S', pkceCodeVerifier: client.randomPKCECodeVerifier() }
  await expect(client.authorizationCodeGrant(site, url, checks)).rejects.toMatchObject({
    error: 'invalid_grant',
  })
  const { url: again } = await signIn()
  const bare = client.authorizationCodeGrant(site, again, { expectedState: 'S' })
  await expect(bare).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('Xbox Live refuses a Microsoft token without its prefix', async () => {
  expect((await authenticate(await microsoftToken())).statusCode).toBe(400)
  expect((await authenticate('d=made-up')).statusCode).toBe(401)
})

test('Xbox Live refuses an account without a profile by the error number', async () => {
  const switches = { xerr: 2_148_916_233 }
  await app.inject({
    method: 'PUT',
    url: `/__standin/xbox/users/${chef}`,
    payload: { switches },
  })
  const user = await authenticate(`d=${await microsoftToken()}`)
  const service = await authorize(user.json<Issued>().Token)
  expect(service.statusCode).toBe(401)
  expect(service.json()).toMatchObject({ Identity: '0', XErr: 2_148_916_233 })
})

test('the profile requires its version, and the hash of the token', async () => {
  const user = await authenticate(`d=${await microsoftToken()}`)
  const issued = (await authorize(user.json<Issued>().Token)).json<Issued>()
  expect((await profileOf(issued, '1')).statusCode).toBe(400)
  const [claims = { uhs: '' }] = issued.DisplayClaims.xui
  const wrong = { ...issued, DisplayClaims: { xui: [{ uhs: `${claims.uhs}1` }] } }
  expect((await profileOf(wrong)).statusCode).toBe(401)
})

test('Microsoft refuses Xbox scopes mixed with openid', async () => {
  const { url } = await signIn('XboxLive.signin openid')
  expect(url.searchParams.get('error')).toBe('invalid_request')
})

interface Issued {
  Token: string
  DisplayClaims: { xui: { uhs: string }[] }
}

async function signIn(asked = scope) {
  const verifier = client.randomPKCECodeVerifier()
  const address = client.buildAuthorizationUrl(site, {
    redirect_uri: redirectUri,
    scope: asked,
    state: 'S',
    prompt: 'select_account',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    login_hint: chef,
  })
  const answer = await fetch(address, { redirect: 'manual' })
  return { url: new URL(answer.headers.get('location') ?? ''), verifier }
}

async function microsoftToken(): Promise<string> {
  const { url, verifier } = await signIn()
  const checks = { expectedState: 'S', pkceCodeVerifier: verifier }
  return (await client.authorizationCodeGrant(site, url, checks)).access_token
}

function authenticate(ticket: string) {
  return app.inject({
    method: 'POST',
    url: '/xbox/user/authenticate',
    payload: {
      RelyingParty: 'http://auth.xboxlive.com',
      TokenType: 'JWT',
      Properties: { AuthMethod: 'RPS', SiteName: 'user.auth.xboxlive.com', RpsTicket: ticket },
    },
  })
}

function authorize(userToken: string) {
  return app.inject({
    method: 'POST',
    url: '/xbox/xsts/authorize',
    payload: {
      RelyingParty: 'http://xboxlive.com',
      TokenType: 'JWT',
      Properties: { UserTokens: [userToken], SandboxId: 'RETAIL' },
    },
  })
}

function profileOf({ Token: token, DisplayClaims: { xui } }: Issued, version = '2') {
  return app.inject({
    url: '/xbox/users/me/profile/settings?settings=Gamertag,GameDisplayPicRaw',
    headers: {
      authorization: `XBL3.0 x=${xui[0]?.uhs};${token}`,
      'x-xbl-contract-version': version,
    },
  })
}
