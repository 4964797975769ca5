import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

/* Why a session is over: its browser alone reads it. */

let app: TestApp

beforeAll(async () => {
  app = await startApp({
    deployments: { local: { EnableSecuritySection: true, sessionIdleDays: 14 } },
  })
})
afterAll(() => app.close())

/** A player in two browsers. */
async function inTwoBrowsers(Username: string): Promise<readonly [TestVisitor, TestVisitor]> {
  const here = await signedInPlayer(app, registerForm({ Username }))
  const there = app.visitor()
  await there.logIn(Username, samplePassword)
  return [here, there]
}

const endedOf = async (visitor: TestVisitor) => {
  const path = { identity: visitor.identity }
  const { Ended, Value } = await visitor.call('readToken', { path })
  expect(Value).toBe('')
  return Ended
}

describe('a browser whose session is over reads', () => {
  it('that another browser has ended it', async () => {
    const [here, there] = await inTwoBrowsers('Ada')
    const { Devices } = await here.call('listDevices', {})
    await here.call('endDevice', { body: { Id: Devices[1]?.Id ?? '' } })
    expect(await endedOf(there)).toEqual({ Why: 'elsewhere' })
  })

  it('that another browser has ended all others, or has another password', async () => {
    const [here, there] = await inTwoBrowsers('Bea')
    await here.call('endOtherDevices', { body: {} })
    expect(await endedOf(there)).toEqual({ Why: 'elsewhere' })
    await there.logIn('Bea', samplePassword)
    const Password = 'Another9Battery'
    const body = { OldPassword: samplePassword, Password, ConfirmPassword: Password }
    await here.call('resetPassword', { body })
    expect(await endedOf(there)).toEqual({ Why: 'elsewhere' })
  })

  it('that the account was frozen, and that it is open again', async () => {
    const [here, there] = await inTwoBrowsers('Cleo')
    await here.call('freeze', { body: {} })
    expect(await endedOf(there)).toEqual({ Why: 'frozen' })
    await app.services.database.kysely
      .updateTable('players')
      .set({ frozen_at: null })
      .where('username', '=', 'Cleo')
      .execute()
    expect(await endedOf(there)).toEqual({ Why: 'unfrozen' })
  })

  it('that it was not used for as long as a session may rest', async () => {
    const [here] = await inTwoBrowsers('Dora')
    app.clock.advance(15 * 24 * 3600)
    expect(await endedOf(here)).toEqual({ Why: 'idle', Days: 14 })
  })

  it('nothing more than its end, where no act of the player in another browser is known', async () => {
    const [here] = await inTwoBrowsers('Emma')
    const { family, playerId } = await sessionOf('Emma')
    await app.services.sessions.revoke(app.deployment('local'), { family, player_id: playerId })
    expect(await endedOf(here)).toEqual({ Why: 'over' })
  })
})

it('the identity alone, without the secret of its browser, learns nothing', async () => {
  const [here, there] = await inTwoBrowsers('Fay')
  await here.call('endOtherDevices', { body: {} })
  const thief = app.visitor()
  const path = { identity: there.identity }
  expect((await thief.refused('readToken', { path })).status).toBe(404)
})

it('a log-out leaves nothing to read', async () => {
  const [here] = await inTwoBrowsers('Gwen')
  const { playerId } = await sessionOf('Gwen')
  await here.call('logOut', { path: { userId: playerId }, body: {} })
  const path = { identity: here.identity }
  expect((await here.refused('readToken', { path })).status).toBe(404)
})

it('where the screens of the specification stand, the answer is the specification’s', async () => {
  const visitor = await signedInPlayer(app, registerForm({ Username: 'Hal' }), 'two-point-studios')
  app.clock.advance(400 * 24 * 3600)
  const path = { identity: visitor.identity }
  expect(Object.keys(await visitor.call('readToken', { path })).toSorted()).toEqual([
    'ExprireAt',
    'Id_User',
    'Refresh',
    'Refreshed',
    'Validated',
    'Value',
  ])
})

/** The first session of a player. */
async function sessionOf(username: string) {
  const { kysely } = app.services.database
  return kysely
    .selectFrom('sessions')
    .innerJoin('players', (join) =>
      join
        .onRef('players.deployment', '=', 'sessions.deployment')
        .onRef('players.id', '=', 'sessions.player_id'),
    )
    .select(['sessions.family', 'sessions.player_id as playerId'])
    .where('players.username', '=', username)
    .orderBy('sessions.id')
    .executeTakeFirstOrThrow()
}
