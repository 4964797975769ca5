import { callNames, calls } from '@gatehouse/contract/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openCall } from '../fixtures/openCall.ts'
import { ownRows } from '../fixtures/samples/ownRows.ts'
import { registerForm, samplePassword, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { sampleRequest } from '../fixtures/samples/sampleRequest.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'

/*
 * Two players at one browser: the page of the first still stands, with its access token, when the second
 * logs in in another tab. What the page sends is the first one's, or is refused.
 */

let app: TestApp
let visitor: TestVisitor
let count = 0
let first = 0
let second = 0

beforeAll(async () => {
  app = await startApp({
    settings: { LIMITS: 'off' },
    deployments: { local: { EnableSecuritySection: true } },
  })
  // Numbers that stand in no other row.
  await sql`select setval(pg_get_serial_sequence('players', 'id'), 73100000)`.execute(
    app.services.database.kysely,
  )
  await signedInPlayer(app, registerForm({ Username: 'SecondOne' }))
})
afterAll(() => app.close())

beforeEach(async () => {
  count += 1
  const name = `First${count}`
  await signedInPlayer(app, registerForm({ Username: name }))
  visitor = app.visitor('local', `198.18.9.${count % 250}`)
  first = (await visitor.logIn(name, samplePassword)).Id_User
  const { bearer } = visitor
  second = (await visitor.logIn('SecondOne', samplePassword)).Id_User
  visitor.bearer = bearer
})

const ofPlayers = callNames.filter((name) => ['player', 'either'].includes(calls[name].caller))

describe('a call of a page whose player is not the one of the browser’s session', () => {
  it.each(ofPlayers)('%s concerns the page’s player, and not the other one', async (name) => {
    const close = openCall(visitor.deployment, name)
    try {
      const before = await ownRows(app)
      // A path without a player is that of the caller.
      const namesPlayer = calls[name].path.includes('{userId}')
      const other = namesPlayer && (await visitor.send(sampleRequest(name, { userId: second })))
      expect(other === false || other.statusCode >= 400).toBe(true)
      expect(namesPlayer ? await ownRows(app) : before).toEqual(before)
      const { body } = await visitor.send(sampleRequest(name, { userId: first }))
      expect(body).not.toContain('SecondOne')
      const after = await ownRows(app)
      const [was, is] = [new Set(before), new Set(after)]
      const changed = [
        ...after.filter((row) => !was.has(row)),
        ...before.filter((row) => !is.has(row)),
      ]
      expect(changed.filter((row) => row.includes(String(second)))).toEqual([])
    } finally {
      close()
    }
  })
})
