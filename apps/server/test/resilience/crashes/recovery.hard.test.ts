import { describe, expect, it } from 'vitest'
import {
  crashTestPlayer,
  type CrashTestPlayer,
} from '../../fixtures/crashes/openCrashableServers.ts'
import type { CrashScenario } from '../../fixtures/crashes/runCrashScenarios.ts'
import { samplePassword } from '../../fixtures/samples/samplePlayers.ts'
import { logInForm, type TestVisitor } from '../../fixtures/testVisitor.ts'
import { crashableServersOfFile } from '../../fixtures/crashes/crashableServersOfFile.ts'

const servers = crashableServersOfFile()

const newPassword = 'Another8Horses'
const newPasswordBody = (Token: string) => ({
  body: { Token, Password: newPassword, Confirm: newPassword },
})
const logInRefused = async (visitor: TestVisitor, UsernameOrEmail: string, Password: string) =>
  (await visitor.refused('logIn', { body: logInForm({ UsernameOrEmail, Password }) })).items

const asking: CrashScenario<CrashTestPlayer> = {
  begin: crashTestPlayer,
  act: ({ visitor, form }) => visitor.call('recoverPassword', { body: { email: form.Email } }),
  async left(server, { userId }) {
    const rows = await server.look(
      `select from mail_links where player_id = $1 and kind = 'password-recovery'`,
      [userId],
    )
    return rows.length === 0 ? 'nothing' : 'all'
  },
  async goOn(server, { form }, left) {
    const visitor = server.visitor()
    const { Email: email, Username } = form
    if (left === 'nothing') await visitor.call('recoverPassword', { body: { email } })
    const link = await server.linkTo(email, 2)
    await visitor.call('validatePasswordRecovery', newPasswordBody(link))
    await visitor.logIn(Username, newPassword)
  },
}

interface Recovering extends CrashTestPlayer {
  readonly link: string
}

const choosing: CrashScenario<Recovering> = {
  async begin(server, name) {
    const player = await crashTestPlayer(server, name)
    const email = player.form.Email
    await server.visitor().call('recoverPassword', { body: { email } })
    return { ...player, link: await server.linkTo(email, 2) }
  },
  act: ({ visitor, link }) => visitor.call('validatePasswordRecovery', newPasswordBody(link)),
  async left(server, { userId }) {
    const [row] = await server.look(
      `select p.password_set_at is not null "set", l.used_at is not null used,
        (select count(*) from sessions s where s.player_id = p.id and s.revoked_at is null)::int alive
      from players p join mail_links l on l.player_id = p.id and l.kind = 'password-recovery'
      where p.id = $1`,
      [userId],
    )
    const found = JSON.stringify(row)
    if (found === '{"set":false,"used":false,"alive":1}') return 'nothing'
    return found === '{"set":true,"used":true,"alive":0}' ? 'all' : `half: ${found}`
  },
  async goOn(server, { visitor, form, userId, link }, left) {
    const { Username, Email } = form
    if (left === 'nothing') {
      // The session still lives, and the old password and the link still work.
      await visitor.call('readProfile', { path: { userId }, query: {} })
      await server.visitor().logIn(Username, samplePassword)
      await server.visitor().call('validatePasswordRecovery', newPasswordBody(link))
    }
    const response = await visitor.send({ method: 'GET', url: '/api/profile/connects' })
    expect(response.statusCode).toBe(401)
    const another = server.visitor()
    const again = await another.refused('validatePasswordRecovery', newPasswordBody(link))
    expect(again.items).toEqual(['ERROR_PASSWORD_RECOVERY_NOTEXISTS@'])
    const wrong = ['ERROR_USERNAME_PASSWORD_INCORRECT@']
    expect(await logInRefused(another, Username, samplePassword)).toEqual(wrong)
    await another.logIn(Username, newPassword)
    const mails = await server.mails(Email, 3)
    expect(mails.at(-1)).toContain('password')
  },
}

describe('a server that crashes', () => {
  it('uses up a recovery link only together with the new password, at every statement of the recovery (T14)', async () => {
    expect(await servers.crashAtEveryStep(asking)).toBeGreaterThanOrEqual(4)
  })

  it('uses the link up only together with the new password, before every statement of it (T14)', async () => {
    expect(await servers.crashAtEveryStep(choosing)).toBeGreaterThanOrEqual(7)
  })
})
