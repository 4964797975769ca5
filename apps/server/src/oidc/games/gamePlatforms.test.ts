import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exchange, gameDeployment, gameToken } from '../../../test/fixtures/games.ts'
import { startLinkingApp } from '../../../test/fixtures/partners/startLinkingApp.ts'
import { type StandIns, startStandIns } from '../../../test/fixtures/processes/standIns.ts'
import { linkToken } from '../../../test/fixtures/samples/samplePlayers.ts'
import { arrival, newAccountId, registered } from '../../../test/fixtures/services.ts'
import type { TestApp } from '../../../test/fixtures/startApp.ts'

/*
 * Platforms of games to which this server is an OpenID provider (docs/game-platforms.md): each checks what
 * its documentation says that it checks.
 */

let standIns: StandIns
let app: TestApp
let player = 0
let tokens: Readonly<Record<string, string>>

beforeAll(async () => {
  standIns = await startStandIns()
  app = await startLinkingApp(standIns, { deployments: { local: gameDeployment } })
  const id = newAccountId('steam')
  const visitor = app.visitor()
  await registered(visitor, await arrival(visitor, 'steam', id), 'Mira')
  const Uid = await linkToken(app, 'mira@site.test')
  await app.visitor().call('confirmEmail', { body: { Uid } })
  player = (await visitor.readToken()).Id_User
  tokens = (await exchange(app, 'steam', await gameToken(standIns, 'steam', id))).body
})
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

async function get(url: string, headers: Readonly<Record<string, string>> = {}) {
  const { host, pathname } = new URL(url)
  const answer = await app.app.inject({ url: pathname, headers: { host, ...headers } })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}

const issuer = 'http://localhost:4000/oidc'

/** Verifies an ID token by the discovery document of its issuer. */
async function verified(idToken: string, audience: string) {
  const { body } = await get(`${issuer}/.well-known/openid-configuration`)
  expect(body['issuer']).toBe(issuer)
  const keys = (await get(String(body['jwks_uri']))).body as unknown as JSONWebKeySet
  const by = { issuer, audience, algorithms: ['RS256'], currentDate: app.clock.now() }
  return (await jwtVerify(idToken, createLocalJWKSet(keys), by)).payload
}

describe('Epic Online Services', () => {
  it('finds the id and the name of a player at userinfo by the access token', async () => {
    const { body: server } = await get(`${issuer}/.well-known/openid-configuration`)
    const authorization = `Bearer ${tokens['access_token']}`
    const { status, body } = await get(String(server['userinfo_endpoint']), { authorization })
    expect([status, body]).toMatchObject([200, { sub: String(player), preferred_username: 'Mira' }])
  })

  it('finds both in the ID token by the keys', async () => {
    const claims = await verified(tokens['id_token'] ?? '', 'lantern')
    expect(claims).toMatchObject({ sub: String(player), preferred_username: 'Mira' })
  })
})

describe('PlayFab', () => {
  it('finds the issuer by the discovery document, and a token for its client without a nonce', async () => {
    const claims = await verified(tokens['id_token'] ?? '', 'lantern')
    expect(claims).toMatchObject({ sub: String(player), aud: 'lantern' })
    // `IgnoreNonce` is on: a game that exchanges a token has none.
    expect(claims).not.toHaveProperty('nonce')
  })
})

describe('Unity Gaming Services', () => {
  it('finds one audience, the issuer letter by letter, and a token that has begun and not ended', async () => {
    const idToken = tokens['id_token'] ?? ''
    const { alg, kid } = decodeProtectedHeader(idToken)
    expect([alg, kid]).toEqual(['RS256', expect.any(String)])
    const { aud, exp = 0, iat = 0, sub } = await verified(idToken, 'lantern')
    const now = app.clock.now().getTime() / 1000
    expect([typeof aud, sub, iat <= now + 60, exp > now]).toEqual([
      'string',
      String(player),
      true,
      true,
    ])
  })
})

it('another client’s token is none for a platform', async () => {
  await expect(verified(tokens['id_token'] ?? '', 'other-game')).rejects.toThrow('aud')
})
