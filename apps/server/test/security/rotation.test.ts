import { afterAll, beforeAll, expect, it } from 'vitest'
import { runMaintenance } from '../../src/maintenance/runMaintenance.ts'
import { countAppsUnderOthers, moveSealedApps } from '../../src/maintenance/sealedApps.ts'
import { serverKeyOf } from '../../src/platform/crypto/serverKey.ts'
import { enrolledPlayer, logInTwice, strong } from '../fixtures/enrolled.ts'
import { partnerPlayer } from '../fixtures/partners/partnerPlayer.ts'
import {
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp, type TestOptions } from '../fixtures/startApp.ts'
import { TestSite, withoutBinding } from '../fixtures/testClient.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'

/*
 * Secrets that change while players have sessions. Several servers change one after the other, so
 * some have the new secret and some the old one. There is no pepper: passwords are salted hashes
 * only.
 */

const oldRoot = Buffer.alloc(32, 'test')
const newRoot = Buffer.alloc(32, 'another')
const deployments: NonNullable<TestOptions['deployments']> = {
  sandbox: withoutBinding,
}

let app: TestApp
const servers: TestApp[] = []

beforeAll(async () => {
  app = await startApp({ nodes: 2, deployments })
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await app.close()
})

async function serverWith(options: TestOptions): Promise<TestApp> {
  const server = await startApp({ deployments, ...options, beside: app })
  servers.push(server)
  return server
}

/** The same browser, in front of another server. */
function at(server: TestApp, visitor: TestVisitor, name: 'local' | 'sandbox' | 'relic' = 'local') {
  const copy = server.visitor(name)
  for (const [cookie, value] of visitor.jar) copy.jar.set(cookie, value)
  copy.identity = visitor.identity
  copy.bearer = visitor.bearer
  return copy
}

async function refreshOf(visitor: TestVisitor) {
  const { Value, Refresh } = await visitor.readToken()
  return { query: { access_token: Value, refresh_token: Refresh, client_id: '' } }
}

async function refreshed(visitor: TestVisitor): Promise<TestVisitor> {
  visitor.identity = (await visitor.call('refreshToken', await refreshOf(visitor))).AccessToken
  expect(await visitor.readToken()).toMatchObject({ Validated: true })
  return visitor
}

it('a changed API key leaves pages with the old one working until its removal (N06)', async () => {
  const eve = await signedInPlayer(app, registerForm({ Username: 'Eve' }))
  const AccountApiKey = 'another-key-of-the-portal'
  const both = await serverWith({
    deployments: { local: { AccountApiKey, previousApiKey: eve.deployment.apiKey } },
  })
  const only = await serverWith({ deployments: { local: { AccountApiKey } } })
  const old = { 'x-api-key': eve.deployment.apiKey }
  const statusAt = async (server: TestApp, headers: Record<string, string>) =>
    (await at(server, eve).send({ method: 'GET', url: '/api/profile/connects', headers }))
      .statusCode
  expect(await statusAt(both, old)).toBe(200)
  expect(await statusAt(both, {})).toBe(200)
  expect(await statusAt(only, old)).toBe(401)
  expect(await statusAt(only, {})).toBe(200)
})

it('a changed secret at a partner leaves its players logged in (N06)', async () => {
  const mia = await partnerPlayer(app, 'relic', 'Mia')
  const { partners } = app.deployment('relic')
  const changed = Object.fromEntries(
    [...partners].map(([slug, partner]) => [slug, { ...partner, clientSecret: 'another-secret' }]),
  )
  const server = await serverWith({ deployments: { relic: { partners: changed } } })
  expect((await refreshed(at(server, mia, 'relic'))).identity).not.toBe(mia.identity)
})

it('a changed server key leaves every player logged in and ends the old key afterwards (N06)', async () => {
  const form = registerForm({ Username: 'Ada' })
  const ada = await signedInPlayer(app, form)
  const idle = app.visitor()
  await idle.logIn('Ada', samplePassword)
  const far = await signedInPlayer(app, registerForm({ Username: 'Far' }), 'sandbox')
  const farIdle = app.visitor('sandbox')
  await farIdle.logIn('Far', samplePassword)
  const bob = await signedInPlayer(app, registerForm({ Username: 'Bob' }))
  const busy = await signedInPlayer(app, registerForm({ Username: 'Busy' }))
  const busier = await signedInPlayer(app, registerForm({ Username: 'Busier' }))
  await new TestSite(app).signIn(ada)
  const { Id_User: userId } = await bob.readToken()
  const Email = 'bob2@site.test'
  await bob.call('updateEmail', { path: { userId }, body: { Email, ConfirmEmail: Email } })
  await app.visitor().call('recoverPassword', { body: { email: 'ada@site.test' } })

  // First every server accepts the new key, then each of them signs with it, one after the other.
  const before = await serverWith({ key: serverKeyOf(oldRoot, newRoot) })
  const after = await serverWith({ key: serverKeyOf(newRoot, oldRoot) })
  // A repeated refresh finds its successor, whichever of the two servers makes it.
  for (const [one, other, browser] of [
    [before, after, busy],
    [after, before, busier],
  ] as const) {
    const request = await refreshOf(at(one, browser))
    const first = await at(one, browser).call('refreshToken', request)
    expect(await at(other, browser).call('refreshToken', request)).toEqual(first)
  }

  const [adaThere, farThere] = [at(after, ada), at(after, far, 'sandbox')]
  for (const visitor of [adaThere, farThere, at(after, idle), at(after, farIdle, 'sandbox')]) {
    expect(await visitor.readToken()).toMatchObject({ Validated: true })
    await visitor.call('listConnections', {})
  }
  await refreshed(adaThere)
  await refreshed(farThere)
  // The session is a client's session, too, and a waiting mail is sent.
  expect((await new TestSite(after).signIn(adaThere)).claims.sub).toBeTruthy()
  expect(await linkToken(after, 'ada@site.test')).toBeTruthy()
  const uid = await linkToken(after, Email)
  await after.visitor().call('confirmEmailUpdate', { query: { uid } })
  const undo = await linkToken(after, 'bob@site.test')
  await after.visitor().call('recoverEmailUpdate', { query: { uid: undo } })
  await runMaintenance(after.services)

  const only = await serverWith({ key: serverKeyOf(newRoot) })
  await refreshed(at(only, adaThere))
  await refreshed(at(only, farThere, 'sandbox'))
  expect((await new TestSite(only).signIn(at(only, adaThere))).claims.sub).toBeTruthy()
  for (const visitor of [at(only, idle), at(only, farIdle, 'sandbox')]) {
    const request = await refreshOf(at(app, visitor, visitor.deployment.name as 'local'))
    const { identity } = visitor
    expect((await visitor.refused('readToken', { path: { identity } })).status).toBe(404)
    visitor.bearer = null
    expect((await visitor.refused('refreshToken', request)).items).toEqual([
      'ERROR_TOKEN_INVALID_REFRESH@',
    ])
  }
})

it('a changed server key leaves the second step of players working, and the check says when the old one may go (G28)', async () => {
  const withStrong = { deployments: { local: strong } }
  const first = await startApp(withStrong)
  const nextTo = (...roots: [Buffer, ...Buffer[]]) =>
    startApp({ ...withStrong, beside: first, key: serverKeyOf(...roots) })
  const enrolled = await enrolledPlayer(first, 'Tess')
  const { database } = first.services
  const left = (...roots: [Buffer, ...Buffer[]]) =>
    countAppsUnderOthers(database, 'local', serverKeyOf(...roots).factors)
  expect(await left(newRoot, oldRoot)).toBe(1)
  expect(await left(oldRoot, newRoot)).toBe(0)
  // Nothing is lost by a maintenance with one key alone.
  await moveSealedApps(database, 'local', serverKeyOf(newRoot).factors)
  expect(await left(newRoot, oldRoot)).toBe(1)
  const after = await nextTo(newRoot, oldRoot)
  await logInTwice(after, after.visitor(), enrolled)
  await runMaintenance(after.services)
  expect(await left(newRoot, oldRoot)).toBe(0)
  const only = await nextTo(newRoot)
  await logInTwice(only, only.visitor(), enrolled)
  for (const server of [only, after, first]) await server.close()
})
