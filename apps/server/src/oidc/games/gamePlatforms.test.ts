import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../../../scripts/freePort.mjs'
import { exchange, gameDeployment, gameToken } from '../../../test/fixtures/games.ts'
import { openFront } from '../../../test/fixtures/openFront.ts'
import { startLinkingApp } from '../../../test/fixtures/partners/startLinkingApp.ts'
import { type StandIns, startStandIns } from '../../../test/fixtures/processes/standIns.ts'
import { linkToken } from '../../../test/fixtures/samples/samplePlayers.ts'
import { arrival, newAccountId, registered } from '../../../test/fixtures/services.ts'
import type { TestApp } from '../../../test/fixtures/startApp.ts'
import { TestSite } from '../../../test/fixtures/testClient.ts'
import { TestDevice } from '../../../test/fixtures/testDevice.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { rotateSigningKeys } from '../keys/signingKeys.ts'

/*
 * Platforms of games to which this server is an OpenID provider (docs/games.md). A stand-in has their
 * addresses and checks what their pages say, over HTTP: discovery, keys and user info are asked of us.
 */

let standIns: StandIns
let app: TestApp
let closeFront: () => void
let issuer = ''
let steamId = ''
let visitor: TestVisitor
let game: TestDevice

beforeAll(async () => {
  standIns = await startStandIns()
  const AccountUrl = `http://localhost:${await freePort()}`
  issuer = `${AccountUrl}/oidc`
  app = await startLinkingApp(standIns, {
    deployments: { local: { ...gameDeployment, AccountUrl } },
  })
  closeFront = await openFront(app)
  game = new TestDevice(app, { clientId: 'lantern' })
  steamId = newAccountId('steam')
  visitor = app.visitor()
  await registered(visitor, await arrival(visitor, 'steam', steamId), 'Mira')
  const Uid = await linkToken(app, 'mira@site.test')
  await app.visitor().call('confirmEmail', { body: { Uid } })
})
afterEach(() => standIns.reset('platforms'))
afterAll(async () => {
  closeFront()
  await app.close()
  await standIns.stop()
})

interface Tokens {
  readonly access: string
  readonly id: string
  readonly refresh: string
}

/** What the game gets for a ticket of Steam. */
async function gameTokens(): Promise<Tokens> {
  app.clock.catchUp()
  const { body } = await exchange(app, 'steam', await gameToken(standIns, 'steam', steamId))
  return {
    access: body['access_token'] ?? '',
    id: body['id_token'] ?? '',
    refresh: body['refresh_token'] ?? '',
  }
}

async function refreshed({ refresh }: Tokens): Promise<Tokens> {
  const next = await game.refresh(refresh)
  return {
    access: next.access_token,
    id: next.id_token ?? '',
    refresh: next.refresh_token ?? '',
  }
}

async function ask(method: string, path: string, body: object, headers = {}) {
  const response = await fetch(`${standIns.origin}/platforms${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const discovery = () => `${issuer}/.well-known/openid-configuration`

async function logInAtEos(token: string) {
  const form = {
    grant_type: 'external_auth',
    external_auth_type: 'openid_access_token',
    external_auth_token: token,
    deployment_id: 'd',
    nonce: 'of the game',
  }
  const response = await fetch(`${standIns.origin}/platforms/eos/auth/v1/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('sample-eos:sample-eos-secret')}` },
    body: new URLSearchParams(form),
  })
  const body = (await response.json()) as Readonly<Record<string, unknown>>
  return response.ok ? body['product_user_id'] : body['errorMessage']
}

interface Platform {
  readonly named: string
  /** Registers us there, for a client. */
  readonly register: (clientId?: string) => Promise<unknown>
  /** Its player, or why there is none. */
  readonly logIn: (tokens: Tokens) => Promise<unknown>
  readonly checksAudience: boolean
}

const eos = (by: 'userInfo' | 'jwks'): Platform => ({
  named: `Epic Online Services by ${by}`,
  register: () =>
    ask('PUT', '/eos/portal/openid', { [by]: `${issuer}/${by === 'jwks' ? 'jwks' : 'me'}` }),
  logIn: ({ access, id }) => logInAtEos(by === 'jwks' ? id : access),
  checksAudience: false,
})

const playFab: Platform = {
  named: 'PlayFab',
  register: (ClientId = 'lantern') => connectPlayFab({ ClientId, IgnoreNonce: true }),
  logIn: ({ id }) => logInAtPlayFab(id),
  checksAudience: true,
}

function connectPlayFab(given: object) {
  const usual = { ConnectionId: 'ours', ClientSecret: 'none', IssuerDiscoveryUrl: discovery() }
  const secret = { 'x-secretkey': 'sample-playfab-secret' }
  return ask('POST', '/playfab/Admin/CreateOpenIdConnection', { ...usual, ...given }, secret)
}

async function logInAtPlayFab(IdToken: string, CreateAccount = true) {
  const order = { TitleId: '144', ConnectionId: 'ours', IdToken, CreateAccount }
  const { body } = await ask('POST', '/playfab/Client/LoginWithOpenIdConnect', order)
  const { PlayFabId } = (body['data'] ?? {}) as { readonly PlayFabId?: string }
  return PlayFabId ?? body['errorMessage']
}

const unity: Platform = {
  named: 'Unity Gaming Services',
  register: (clientId = 'lantern') => addToUnity({ issuer, clientId }),
  logIn: ({ id }) => logInAtUnity({ token: id }),
  checksAudience: true,
}

function addToUnity(given: object, name = 'oidc-ours') {
  return ask('PUT', `/unity/project/id-providers/${name}`, given)
}

async function logInAtUnity(order: object) {
  const path = '/unity/v1/authentication/external-token/oidc-ours'
  const { body } = await ask('POST', path, order, { projectid: '8bdacc33' })
  return body['userId'] ?? body['detail']
}

const player = expect.stringMatching(/^[\da-f]{28}$/) as unknown

describe.each([eos('userInfo'), eos('jwks'), playFab, unity])('$named', (platform) => {
  const { register, logIn, named, checksAudience } = platform
  const takesAccessTokens = named.endsWith('userInfo')

  it('takes the tokens of a game, and those of a refresh for the same player', async () => {
    await register()
    const tokens = await gameTokens()
    const first = await logIn(tokens)
    expect(first).toEqual(player)
    const next = await refreshed(tokens)
    expect(next.id).not.toBe(tokens.id)
    expect(await logIn(next)).toBe(first)
  })

  it('takes the tokens of another way to sign in for the same player', async () => {
    const site = new TestSite(app)
    await register('community')
    const { accessToken: access, idToken: id } = await site.signIn(visitor)
    const byBrowser = await logIn({ access, id, refresh: '' })
    await register()
    expect(await logIn(await gameTokens())).toBe(byBrowser)
  })

  it('takes no token of another game, where its pages say so', async () => {
    await register('ember')
    expect(await logIn(await gameTokens())).toEqual(checksAudience ? 'invalid audience' : player)
  })

  it('takes no token that has ended', async () => {
    await register()
    const tokens = await gameTokens()
    if (takesAccessTokens) app.clock.advance(3601)
    else await standIns.turn('platforms', { clockAhead: 3601 })
    const why = takesAccessTokens ? 'user info answered 401' : 'token is expired'
    expect(await logIn(tokens)).toBe(why)
  })

  it('takes neither a ticket of Steam nor the tokens of an account that is not linked', async () => {
    await register()
    const ticket = await gameToken(standIns, 'steam', newAccountId('steam'))
    const { body } = await exchange(app, 'steam', ticket)
    expect(body).toMatchObject({ reason: 'not_linked' })
    expect(body).not.toHaveProperty('id_token')
    expect(await logIn({ access: ticket, id: ticket, refresh: '' })).not.toEqual(player)
  })

  it('is without a next token once the player has ended the session of the game', async () => {
    await register()
    const tokens = await gameTokens()
    await visitor.readToken()
    const { Devices } = await visitor.call('listDevices', {})
    for (const { Id, IsThis } of Devices) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      if (!IsThis) await visitor.call('endDevice', { body: { Id } })
    }
    await expect(refreshed(tokens)).rejects.toMatchObject({ error: 'invalid_grant' })
    // An ID token is good until it ends; the user info knows of the end at once.
    const shown = takesAccessTokens ? 'user info answered 401' : player
    expect(await logIn(tokens)).toEqual(shown)
  })
})

describe.each([eos('jwks'), playFab, unity])('the clock and the keys of $named', (platform) => {
  const { register, logIn } = platform

  it('are not behind ours: a token of the future is none', async () => {
    await register()
    const tokens = await gameTokens()
    await standIns.turn('platforms', { clockAhead: -60 })
    expect(await logIn(tokens)).toBe('token issued at claim is in the future')
  })

  it('are read again for a new key; the signatures of a revoked one are void', async () => {
    await register()
    const tokens = await gameTokens()
    expect(await logIn(tokens)).toEqual(player)
    await rotateSigningKeys(app.services, 'local', { atOnce: true })
    // Each server learns of new keys within a minute.
    app.clock.advance(61)
    await standIns.turn('platforms', { clockAhead: 62 })
    const next = await refreshed(tokens)
    expect(await logIn(next)).toEqual(player)
    expect(await logIn(tokens)).toBe('unknown key')
  })
})

describe('a nonce', () => {
  it('is needed by PlayFab without IgnoreNonce, and good once there', async () => {
    await connectPlayFab({ ClientId: 'lantern' })
    expect(await logInAtPlayFab((await gameTokens()).id)).toBe('no nonce')
    await connectPlayFab({ ClientId: 'community' })
    const { idToken } = await new TestSite(app).signIn(visitor)
    expect(await logInAtPlayFab(idToken)).toEqual(player)
    expect(await logInAtPlayFab(idToken)).toBe('a nonce that was used')
  })

  it('is the one that Unity is given', async () => {
    await addToUnity({ issuer, clientId: 'community' })
    const { idToken: token, claims } = await new TestSite(app).signIn(visitor)
    expect(await logInAtUnity({ token, nonce: claims.nonce })).toEqual(player)
    expect(await logInAtUnity({ token, nonce: 'another' })).toBe('invalid nonce')
  })
})

describe('a platform', () => {
  it('makes no player where the game asks for a known one', async () => {
    await Promise.all([playFab.register(), unity.register()])
    const { id } = await gameTokens()
    expect(await logInAtPlayFab(id, false)).toBe('AccountNotFound')
    expect(await logInAtUnity({ token: id, signInOnly: true })).toBe('ENTITY_NOT_FOUND')
  })

  it('refuses a registration that its pages do not allow', async () => {
    const clientId = 'lantern'
    const answers = await Promise.all([
      addToUnity({ issuer, clientId }, 'ours'),
      addToUnity({ issuer, clientId }, 'oidc-a-name-that-is-long'),
      addToUnity({ issuer: 'http://account.example/oidc', clientId }),
      connectPlayFab({ ClientId: 'lantern', ClientSecret: '' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  })
})
