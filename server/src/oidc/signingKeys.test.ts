import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runMaintenance } from '../maintenance/runMaintenance.ts'
import { gatehouse } from '../../test/fixtures/processes/runGatehouse.ts'
import { registerForm, signedInPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { shareClock } from '../../test/fixtures/processes/shareClock.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { TestSite } from '../../test/fixtures/testClient.ts'
import { rotateSigningKeys } from './signingKeys.ts'

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
