import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createConsoleApp } from '../../src/staff/console/consoleApp.ts'
import { verifyChain } from '../../src/database/operations/verifyAudit.ts'
import { registerForm, registerPlayer } from '../fixtures/samples/samplePlayers.ts'
import {
  people,
  StaffBrowser,
  startConsole,
  type TestConsole,
} from '../fixtures/staff/startConsole.ts'

/* Two servers with a console, and no sticky sessions. */

let test: TestConsole
let other: FastifyInstance

beforeAll(async () => {
  test = await startConsole({ settings: { LIMITS: 'off' } })
  const second = test.app.fresh.reopen()
  const console = await createConsoleApp({ ...test.app.services, database: second })
  if (console === null) throw new Error('There is no console.')
  console.addHook('onClose', () => second.close())
  other = console
})
afterAll(async () => {
  await other.close()
  await test.close()
})

it('a person who signed in at one acts at the other, and is out at both at once (AT-CON2-62)', async () => {
  const here = await test.signedIn(people.sam)
  const there = new StaffBrowser(other, test.provider)
  for (const [name, value] of here.cookies) there.cookies.set(name, value)
  expect((await there.order('badges list', { deployment: 'local' })).status).toBe(200)
  await here.ask('POST', '/sign-out')
  expect((await there.order('badges list', { deployment: 'local' })).status).toBe(401)
})

it('of two hundred acts at once over both, the chain has each, without a gap (AT-CON2-21)', async () => {
  await registerPlayer(test.app, registerForm({ Username: 'Busy' }))
  const ada = await test.signedIn(people.ada)
  const there = new StaffBrowser(other, test.provider)
  for (const [name, value] of ada.cookies) there.cookies.set(name, value)
  const order = { deployment: 'local', player: 'Busy' }
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      (index % 2 === 0 ? ada : there).order('players reset-avatar', order),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const rows = await test.app.services.database.kysely
    .selectFrom('audit_log')
    .select('seq')
    .where('deployment', '=', 'local')
    .orderBy('seq')
    .execute()
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1))
  expect(rows.length).toBeGreaterThanOrEqual(200)
  const chain = await verifyChain(test.app.services.database.kysely, 'local', {})
  expect(chain).toMatchObject({ entries: rows.length, misfit: null })
})
