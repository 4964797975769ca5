import { maskEmail } from '@gatehouse/contract/display'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  linkToken,
  registerForm,
  registerPlayer,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

/*
 * A scanner of a mail program that runs scripts, where links act on load: it sends what the page
 * sends, without the player's cookies. The recovery link and the page of newsletters send nothing
 * before a person presses.
 */

const newPassword = 'Another9Battery'
let app: TestApp
let count = 0

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const scannerOf = () => {
  count += 1
  return app.visitor('local', `192.0.2.${count}`)
}
const sessionsOf = (username: string) =>
  app.services.database.kysely
    .selectFrom('sessions')
    .innerJoin('players', 'players.id', 'sessions.player_id')
    .select('sessions.id')
    .where('players.username', '=', username)
    .where('sessions.revoked_at', 'is', null)
    .execute()

async function expectOutside(scanner: TestVisitor): Promise<void> {
  expect([...scanner.jar]).toEqual([])
  expect((await scanner.refused('listConnections', {})).status).toBe(401)
}

/** Asks for another address, and returns the tokens of both mails. */
async function askForChange(player: TestVisitor, from: string, Email: string) {
  const { Id_User: userId } = await player.readToken()
  await player.call('updateEmail', { path: { userId }, body: { Email, ConfirmEmail: Email } })
  return { confirm: await linkToken(app, Email), undo: await linkToken(app, from) }
}

describe('a scanner that runs scripts', () => {
  it('confirms a registration and gets neither a session nor more than the name (D23)', async () => {
    const Uid = await registerPlayer(app, registerForm({ Username: 'Ada' }))
    const scanner = scannerOf()
    expect(await scanner.call('confirmEmail', { body: { Uid } })).toEqual({ Username: 'Ada' })
    await expectOutside(scanner)
    expect(await sessionsOf('Ada')).toEqual([])
    const owner = app.visitor()
    await owner.call('confirmEmail', { body: { Uid } })
    await owner.logIn('Ada', samplePassword)
  })

  it('confirms a change of address and costs the player neither session nor password (D23)', async () => {
    const player = await signedInPlayer(app, registerForm({ Username: 'Bea' }))
    const to = 'bea.new@site.test'
    const { confirm } = await askForChange(player, 'bea@site.test', to)
    const scanner = scannerOf()
    expect(await scanner.call('confirmEmailUpdate', { query: { uid: confirm } })).toEqual({
      Email: maskEmail(to),
      Username: 'Bea',
    })
    await expectOutside(scanner)
    await player.call('listConnections', {})
    await app.visitor().call('confirmEmailUpdate', { query: { uid: confirm } })
    await app.visitor().logIn(to, samplePassword)
  })

  it('undoes a change of address for the old mailbox alone: the account stays its player’s (D23)', async () => {
    const player = await signedInPlayer(app, registerForm({ Username: 'Cleo' }))
    const to = 'cleo.new@site.test'
    const { confirm, undo } = await askForChange(player, 'cleo@site.test', to)
    await app.visitor().call('confirmEmailUpdate', { query: { uid: confirm } })
    const scanner = scannerOf()
    const restored = await scanner.call('recoverEmailUpdate', { query: { uid: undo } })
    expect(restored).toEqual({ Email: maskEmail('cleo@site.test') })
    await expectOutside(scanner)
    expect(await sessionsOf('Cleo')).toEqual([])
    // No password opens it: the mail of the undo leads its owner to a new one.
    const former = logInForm({ UsernameOrEmail: 'cleo@site.test', Password: samplePassword })
    expect((await app.visitor().refused('logIn', { body: former })).items).toEqual([
      'ERROR_USERNAME_PASSWORD_INCORRECT@',
    ])
    const Token = await linkToken(app, 'cleo@site.test')
    const body = { Token, Password: newPassword, Confirm: newPassword }
    const owner = app.visitor()
    await owner.call('validatePasswordRecovery', { body })
    await owner.logIn('cleo@site.test', newPassword)
    // The change can be asked for again.
    const again = await askForChange(owner, 'cleo@site.test', to)
    await app.visitor().call('confirmEmailUpdate', { query: { uid: again.confirm } })
    await app.visitor().logIn(to, newPassword)
  })

  it('leaves a recovery link as it is, which sets no password without a person (D23)', async () => {
    await signedInPlayer(app, registerForm({ Username: 'Dora' }))
    await app.visitor().call('recoverPassword', { body: { email: 'dora@site.test' } })
    const Token = await linkToken(app, 'dora@site.test')
    const scanner = scannerOf()
    for (const method of ['GET', 'HEAD'] as const) {
      await scanner.send({ method, url: `/password-recovery/reset?token=${Token}` })
    }
    const nothing = { Token, Password: '', Confirm: '' }
    expect((await scanner.refused('validatePasswordRecovery', { body: nothing })).status).toBe(400)
    await app.visitor().logIn('Dora', samplePassword)
    const body = { Token, Password: newPassword, Confirm: newPassword }
    await app.visitor().call('validatePasswordRecovery', { body })
    await app.visitor().logIn('Dora', newPassword)
  })
})
