import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { linkSteam, newSteamId } from '../fixtures/partners/linkSteam.ts'
import { startLinkingApp } from '../fixtures/partners/startLinkingApp.ts'
import { shareClock } from '../fixtures/processes/shareClock.ts'
import { type StandIns, startStandIns } from '../fixtures/processes/standIns.ts'
import { registerForm, samplePassword, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import type { TestApp } from '../fixtures/startApp.ts'
import { sampleClients, TestSite } from '../fixtures/testClient.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'

/* On a database that is spread, no statement of a frequent call asks more than one machine. */

let standIns: StandIns
let app: TestApp
let site: TestSite
let ada: TestVisitor

beforeAll(async () => {
  standIns = await startStandIns()
  app = await startLinkingApp(standIns, {
    nodes: 1,
    settings: { LIMITS: 'off' },
    deployments: { local: { clients: sampleClients } },
  })
  shareClock(app.clock)
  site = new TestSite(app)
  ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
  await standIns.stop()
})

interface Counts {
  readonly one: number
  readonly several: number
}

/** Statements since the database was made, by how many parts of a table they asked. */
async function counted(): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select query_execution_single_shard::int as one, query_execution_multi_shard::int as several
    from citus_stat_counters where name = current_database()`.execute(app.services.database.kysely)
  return rows[0] ?? { one: 0, several: 0 }
}

/** The statements of an act that asked several parts. Throws where it asked none at all. */
async function severalIn(act: () => Promise<unknown>): Promise<number> {
  const before = await counted()
  await act()
  const after = await counted()
  expect(after.one).toBeGreaterThan(before.one)
  return after.several - before.several
}

it('a log-in asks one part of a table with each statement', async () => {
  expect(await severalIn(() => ada.logIn('Ada', samplePassword))).toBe(0)
})

it('a registration asks several parts once: who else waits with its address', async () => {
  const body = registerForm({ Username: 'Dora' })
  expect(await severalIn(() => app.visitor().call('registerNewUser', { body }))).toBe(1)
})

it('a read of the profile and a refresh ask one part of a table with each statement', async () => {
  const { Id_User: userId, Value, Refresh } = await ada.readToken()
  const read = () => ada.call('readProfile', { path: { userId }, query: {} })
  expect(await severalIn(read)).toBe(0)
  const query = { access_token: Value, refresh_token: Refresh, client_id: '' }
  expect(await severalIn(() => ada.call('refreshToken', { query }))).toBe(0)
})

it('a linking asks one part of a table with each statement', async () => {
  const bea = await signedInPlayer(app, registerForm({ Username: 'Bea' }))
  expect(await severalIn(() => linkSteam(bea, newSteamId()))).toBe(0)
})

it('a client reads its player with one part of a table for each statement', async () => {
  const player = await signedInPlayer(app, registerForm({ Username: 'Cleo' }))
  await site.signIn(player)
  const { accessToken } = await site.signIn(player)
  expect(await severalIn(() => site.userInfo(accessToken))).toBe(0)
})
