import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Enrolled,
  enrol,
  enrolledPlayer,
  firstStep,
  logInTwice,
  strong,
} from '../fixtures/enrolled.ts'
import { addPasskey, softPasskey } from '../fixtures/passkeys/passkeySteps.ts'
import { gatehouse } from '../fixtures/processes/runGatehouse.ts'
import { linkToken, samplePassword } from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'

/* The acts that end a player's trust in browsers, and those that do not. */

let app: TestApp
let count = 0

beforeAll(async () => {
  app = await startApp({ deployments: { local: { ...strong, EnableDeletionSection: true } } })
})
afterAll(() => app.close())

const newPassword = 'Another9Battery'

interface Trusting extends Enrolled {
  readonly id: number
  /** Where the player said that the second step need not be asked. */
  readonly trusted: TestVisitor
}

function newVisitor(): TestVisitor {
  count += 1
  return app.visitor('local', `198.18.9.${count}`)
}

async function command(line: string): Promise<void> {
  const { exitCode, errors } = await gatehouse(app, line)
  expect([exitCode, errors]).toEqual([0, ''])
}

async function recover(name: string): Promise<void> {
  const visitor = newVisitor()
  await visitor.call('recoverPassword', { body: { email: `${name.toLowerCase()}@site.test` } })
  const Token = await linkToken(app, `${name.toLowerCase()}@site.test`)
  const body = { Token, Password: newPassword, Confirm: newPassword }
  await visitor.call('validatePasswordRecovery', { body })
}

type Event = (player: Trusting) => Promise<unknown>

const ending: Readonly<Record<string, Event>> = {
  'a password by a mail link': ({ name }) => recover(name),
  'another password in a session': ({ visitor }) =>
    visitor.call('resetPassword', {
      body: { Password: newPassword, ConfirmPassword: newPassword },
    }),
  'an app that is removed': async ({ name, visitor, appId }) => {
    await enrol(app, name, visitor)
    await visitor.call('removeAuthenticator', { body: { Id: appId } })
  },
  'a passkey that is removed': async ({ visitor }) => {
    const { Passkey } = await addPasskey(visitor, softPasskey(app))
    await visitor.call('removePasskey', { body: { Id: Passkey.Id } })
  },
  'a second step that is switched off and on': async ({ visitor }) => {
    await visitor.call('setTwoStep', { body: { IsOn: false } })
    await visitor.call('setTwoStep', { body: { IsOn: true } })
  },
  'a freeze': ({ visitor }) => visitor.call('freeze', { body: {} }),
  'the end of its own session': async ({ visitor }) => {
    const { Devices } = await visitor.call('listDevices', {})
    const { Id } = Devices.find(({ Trust }) => Trust !== null) ?? { Id: '' }
    await visitor.call('endDevice', { body: { Id } })
  },
  'the end of all other sessions': ({ visitor }) => visitor.call('endOtherDevices', { body: {} }),
  'a browser that is forgotten': ({ visitor }) =>
    visitor.call('forgetBrowser', { body: { Id: 'all' } }),
  'an operator who ends the sessions': ({ name }) =>
    command(`players end-sessions ${name} --deployment local --why test`),
  'thirty days': () => Promise.resolve(app.clock.advance(30 * 24 * 3600)),
}

const keeping: Readonly<Record<string, Event>> = {
  'a log-out': ({ trusted, id }) => trusted.call('logOut', { path: { userId: id }, body: {} }),
  'a passkey that is added': ({ visitor }) => addPasskey(visitor, softPasskey(app)),
  'another app': ({ name, visitor }) => enrol(app, name, visitor),
  'new recovery codes': ({ visitor }) => visitor.call('makeRecoveryCodes', { body: {} }),
  'another name': ({ visitor, id, name }) =>
    visitor.call('updateUsername', { path: { userId: id }, body: { Username: `${name}Two` } }),
  'a wrong password and a wrong code': async ({ visitor }) => {
    const body = { Way: 'totp' as const, Password: '', Code: '00000x' }
    await visitor.refused('prove', { body })
    await visitor.refused('prove', { body: { ...body, Way: 'password', Password: 'Wrong7One' } })
  },
  'twenty-nine days': () => Promise.resolve(app.clock.advance(29 * 24 * 3600)),
}

let number = 0

async function trustingPlayer(): Promise<Trusting> {
  number += 1
  const player = await enrolledPlayer(app, `Player${String.fromCodePoint(64 + number)}`)
  const trusted = newVisitor()
  await logInTwice(app, trusted, player, true)
  const { Id_User: id } = await player.visitor.readToken()
  return { ...player, id, trusted }
}

async function isTrusting({ id }: Trusting): Promise<boolean> {
  const { rows } = await sql`select 1 from trusted_browsers where player_id = ${id}
    and revoked_at is null and expires_at > ${app.clock.now()}`.execute(
    app.services.database.kysely,
  )
  return rows.length > 0
}

it.each(Object.entries(ending))(
  'the trust in a browser ends with %s (AT-STR-22, G99)',
  async (_, happen) => {
    const player = await trustingPlayer()
    await happen(player)
    expect(await isTrusting(player)).toBe(false)
  },
)

it.each(Object.entries(keeping))(
  'the trust in a browser outlives %s (AT-STR-22, G99)',
  async (what, happen) => {
    const player = await trustingPlayer()
    await happen(player)
    expect(await isTrusting(player)).toBe(true)
    const name = what === 'another name' ? `${player.name}Two` : player.name
    await player.trusted.logIn(name, samplePassword)
  },
)

it('a ban ends the trust in a browser for good (AT-STR-22, G99)', async () => {
  const player = await trustingPlayer()
  await command(`players ban ${player.name} --deployment local --why test`)
  await command(`players unban ${player.name} --deployment local --why test`)
  expect((await firstStep(player.trusted, player.name)).Ways).toContain('totp')
})
