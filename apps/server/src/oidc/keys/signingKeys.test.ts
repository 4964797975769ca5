import { decodeJwt, decodeProtectedHeader, type JWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runMaintenance } from '../../maintenance/runMaintenance.ts'
import { gatehouse } from '../../../test/fixtures/processes/runGatehouse.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { keyPool } from '../../../test/fixtures/signingKeys.ts'
import { TestSite } from '../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { unseal } from '../../platform/crypto/seal.ts'
import type { SigningAlgorithm } from '../../deployments/client.ts'
import { generateSigningKey, rotateSigningKeys } from './signingKeys.ts'

const hour = 3600
const day = 24 * hour

let app: TestApp
let pass: (seconds: number) => void
let site: TestSite

beforeAll(async () => {
  app = await startApp()
  site = new TestSite(app)
  pass = shareClock(app.clock)
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

async function published(): Promise<string[]> {
  const { body } = await app.visitor().send({ method: 'GET', url: '/oidc/jwks' })
  const { keys } = JSON.parse(body) as { keys: { kid: string; n: string; d?: string }[] }
  expect(keys.every(({ d }) => d === undefined)).toBe(true)
  expect(keys.every(({ n }) => Buffer.from(n, 'base64url').length * 8 === 3072)).toBe(true)
  return keys.map(({ kid }) => kid)
}

let count = 0
/** The key that signs now, which the client's library has found among the published ones. */
async function signing(): Promise<string> {
  count += 1
  const visitor = await signedInPlayer(app, registerForm({ Username: `Ada${count}` }))
  const { idToken } = await site.signIn(visitor)
  return decodeProtectedHeader(idToken).kid ?? ''
}

async function details(alg: SigningAlgorithm): Promise<unknown[]> {
  const { type, asymmetricKeyType, asymmetricKeyDetails } = await generateSigningKey(alg)
  return [type, asymmetricKeyType, asymmetricKeyDetails?.modulusLength ?? asymmetricKeyDetails]
}

it('a generated key has 128 bits of strength, and is another each time', async () => {
  expect(await details('RS256')).toEqual(['private', 'rsa', 3072])
  expect(await details('ES256')).toEqual(['private', 'ec', { namedCurve: 'prime256v1' }])
  expect(await details('EdDSA')).toEqual(['private', 'ed25519', {}])
  const [one, other] = [await generateSigningKey('RS256'), await generateSigningKey('RS256')]
  expect(one.equals(other)).toBe(false)
})

it('requests of one moment share one provider and the making of its key', async () => {
  let made = 0
  const pool = keyPool()
  const other = await startApp({
    nodes: 1,
    makeKey: (alg) => {
      made += 1
      return pool(alg)
    },
  })
  const { oidc } = other.services
  const atOnce = () =>
    Promise.all([1, 2, 3, 4].map(() => oidc.providerOf(other.deployment('local'))))
  const first = await atOnce()
  expect([new Set(first).size, made]).toEqual([1, 1])
  other.clock.advance(hour)
  expect(new Set(await atOnce())).toEqual(new Set(first))
  await other.close()
})

it('a new key is published a day before it signs, and the old one stays a day after', async () => {
  const [old = ''] = await published()
  expect(await signing()).toBe(old)
  const done = await gatehouse(app, 'keys rotate --deployment local --why test')
  expect(done.exitCode).toBe(0)
  pass(hour)
  const both = await published()
  expect(both).toHaveLength(2)
  expect(await signing()).toBe(old)
  pass(day)
  const fresh = await signing()
  expect(fresh).not.toBe(old)
  expect((await published()).toSorted()).toEqual(both.toSorted())
  pass(day)
  expect(await published()).toEqual([fresh])
  await runMaintenance(app.services)
  expect(await published()).toEqual([fresh])
})

it('the next key comes after ninety days, only in deployments that have one', async () => {
  const [old = ''] = await published()
  pass(91 * day)
  await runMaintenance(app.services)
  pass(2 * day + hour)
  await runMaintenance(app.services)
  const now = await published()
  expect(now).toHaveLength(1)
  expect(now).not.toEqual([old])
  const rows = await app.services.database.kysely
    .selectFrom('signing_keys')
    .select(['deployment', 'sealed'])
    .execute()
  expect(rows.map(({ deployment }) => deployment)).toEqual(['local'])
  expect(Buffer.from(rows[0]?.sealed ?? '', 'base64').toString('latin1')).not.toContain('RSA')
})

it('a stolen key is replaced at once, and its signatures are void', async () => {
  const [old = ''] = await published()
  await rotateSigningKeys(app.services, 'local', { atOnce: true })
  pass(61)
  const fresh = await published()
  expect(fresh).toHaveLength(1)
  expect(fresh).not.toContain(old)
  expect(await signing()).toBe(fresh[0])
})

const logOutAt = async (visitor: TestVisitor, idToken: string) => {
  const query = new URLSearchParams({ id_token_hint: idToken }).toString()
  return visitor.send({
    method: 'GET',
    url: `/oidc/session/end?${query}`,
    headers: { accept: 'text/html' },
  })
}
/** Only the ID token of this very session ends it without a question. */
const goesOn = /isAutomatic<dd>true/
const newPlayer = () => {
  count += 1
  return signedInPlayer(app, registerForm({ Username: `Ada${count}` }))
}

describe('a log-out with an ID token whose key is gone', () => {
  it('ends the session, after a key was replaced at once and after one was over (O10)', async () => {
    const ada = await newPlayer()
    const { idToken } = await site.signIn(ada)
    expect((await logOutAt(ada, idToken)).body).toMatch(goesOn)
    await rotateSigningKeys(app.services, 'local', { atOnce: true })
    pass(61)
    const { statusCode, body } = await logOutAt(ada, idToken)
    expect(statusCode).toBe(200)
    expect(body).toMatch(goesOn)
    await rotateSigningKeys(app.services, 'local')
    const { idToken: next } = await site.signIn(ada)
    pass(3 * day)
    await runMaintenance(app.services)
    expect(await published()).not.toContain(decodeProtectedHeader(next).kid)
    expect((await logOutAt(ada, next)).body).toMatch(goesOn)
    expect(
      (await site.signIn(ada, { prompt: 'none', id_token_hint: next })).claims.sub,
    ).toBeTruthy()
  })

  it('is refused once no browser can have kept it, and only public halves were kept (O10)', async () => {
    const ada = await newPlayer()
    const { idToken } = await site.signIn(ada)
    await rotateSigningKeys(app.services, 'local', { atOnce: true })
    const rows = await app.services.database.kysely
      .selectFrom('retired_keys')
      .select('public_key')
      .execute()
    expect(rows.length).toBeGreaterThan(0)
    for (const { public_key } of rows) {
      expect(Object.keys(public_key).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
    }
    pass(401 * day)
    await runMaintenance(app.services)
    const late = await newPlayer()
    expect((await logOutAt(late, idToken)).statusCode).toBe(303)
  })

  it('of a stolen key is a question to the player, and the key makes nothing else (O10)', async () => {
    const ada = await newPlayer()
    const { idToken, accessToken } = await site.signIn(ada)
    const { sealed } = await app.services.database.kysely
      .selectFrom('signing_keys')
      .select('sealed')
      .where('deployment', '=', 'local')
      .where('kid', '=', decodeProtectedHeader(idToken).kid ?? '')
      .executeTakeFirstOrThrow()
    const stolen = unseal(sealed, app.services.key.signing) as JWK
    await rotateSigningKeys(app.services, 'local', { atOnce: true })
    pass(61)
    const forge = (claims: object) =>
      new SignJWT({ ...decodeJwt(idToken), ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: stolen.kid ?? '' })
        .sign(stolen)
    expect((await logOutAt(ada, idToken)).body).toMatch(goesOn)
    // A holder of the key does not know the `sid`, and so the player is asked.
    const asked = await logOutAt(ada, await forge({ sid: 'guessed' }))
    expect(asked.statusCode).toBe(200)
    expect(asked.body).not.toMatch(goesOn)
    for (const claims of [{ iss: 'https://evil.test' }, { aud: 'nobody' }, { sub: 7 }]) {
      expect((await logOutAt(ada, await forge(claims))).statusCode).toBe(303)
    }
    const unknown = await new SignJWT(decodeJwt(idToken))
      .setProtectedHeader({ alg: 'RS256', kid: 'unheard-of' })
      .sign(stolen)
    expect((await logOutAt(ada, unknown)).statusCode).toBe(303)
    expect(await published()).not.toContain(stolen.kid)
    await expect(site.userInfo(await forge({}))).rejects.toMatchObject({
      code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
    })
    expect((await site.userInfo(accessToken)).sub).toBeTruthy()
  })
})

it('the keys of an unknown deployment cannot be rotated', async () => {
  const { exitCode } = await gatehouse(app, 'keys rotate --deployment nowhere --why test')
  expect(exitCode).toBe(1)
})

it('servers that start at the same moment make one key', async () => {
  const visitors = [app.visitor('preprod'), app.visitor('preprod')]
  await Promise.all(visitors.map((visitor) => visitor.send({ method: 'GET', url: '/oidc/jwks' })))
  const rows = await app.services.database.kysely
    .selectFrom('signing_keys')
    .select('kid')
    .where('deployment', '=', 'preprod')
    .execute()
  expect(rows).toHaveLength(1)
})
