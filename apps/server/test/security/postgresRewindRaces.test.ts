import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountKey, take } from '../../src/database/accounts/uniqueValues.ts'
import { strong } from '../fixtures/enrolled.ts'
import { startLinkingApp } from '../fixtures/partners/startLinkingApp.ts'
import { type StandIns, startStandIns } from '../fixtures/processes/standIns.ts'
import { registerForm, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import type { TestApp } from '../fixtures/startApp.ts'
import { act, doubt, elsewhere, stateOf, takeOver, victim } from '../fixtures/takeovers.ts'

/* Another player takes something at the very moment at which a rewind would put it back. */

let standIns: StandIns
let app: TestApp

beforeAll(async () => {
  standIns = await startStandIns()
  app = await startLinkingApp(standIns, { deployments: { local: strong } })
})
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

/** Waits until a statement waits for the lock of another transaction. */
async function somebodyWaits(): Promise<void> {
  const { kysely } = app.services.database
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ count: number }>`select count(*)::int as count
          from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely)
        return rows[0]?.count ?? 0
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0)
}

it('a rewind puts the rest back where an account of a service is taken under its hands', async () => {
  const owner = await victim(app, 'Ann')
  await takeOver(app, owner)
  const taker = await signedInPlayer(app, registerForm({ Username: 'Taker' }))
  const { Id_User: takerId } = await taker.readToken()
  const { mail, entry } = await doubt(app, owner.address, {
    subject: /email address/i,
    act: 'email-changed',
  })
  const other = app.fresh.reopen()
  const rewinding = await other.kysely.transaction().execute(async (transaction) => {
    const key = accountKey('twitch', owner.twitch)
    await take(transaction, 'local', takerId, [key], app.clock.now())
    const asked = act(elsewhere(app, 7), mail, { From: entry.Id })
    // Its failure is the test's, below.
    asked.catch(() => undefined)
    await somebodyWaits()
    return { asked }
  })
  expect(await rewinding.asked).toMatchObject({ Outcome: 'done', NotRestored: ['twitch'] })
  expect(await stateOf(app, owner.id)).toMatchObject({
    username: 'Ann',
    email: owner.address,
    connections: [],
  })
  await other.close()
})
