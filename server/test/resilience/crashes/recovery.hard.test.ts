import { describe, expect, it } from 'vitest'
import { victimPlayer, type VictimPlayer } from '../../fixtures/openCrashableServers.ts'
import type { AuthorizationRequest } from '../../fixtures/runCrashScenarios.ts'
import { samplePassword } from '../../fixtures/samplePlayers.ts'
import { logInForm, type TestVisitor } from '../../fixtures/testVisitor.ts'
import { victimsOfFile } from '../../fixtures/crashableServersOfFile.ts'

const victims = victimsOfFile()

const newPassword = 'Another8Horses'
const newPasswordBody = (Token: string) => ({
  body: { Token, Password: newPassword, Confirm: newPassword },
})
const logInRefused = async (visitor: TestVisitor, UsernameOrEmail: string, Password: string) =>
  (await visitor.refused('logIn', { body: logInForm({ UsernameOrEmail, Password }) })).items

const asking: AuthorizationRequest<VictimPlayer> = {
  points: {
    nothing: ['recoverPassword asked', 'recovery: mail posted'],
    all: ['recoverPassword done', 'recoverPassword answered'],
  },
  begin: victimPlayer,
  act: ({ visitor, form }) => visitor.call('recoverPassword', { body: { email: form.Email } }),
  async left(victim, { userId }) {
    const rows = await victim.look(
      `select from mail_links where player_id = $1 and kind = 'password-recovery'`,
      [userId],
    )
    return rows.length === 0 ? 'nothing' : 'all'
  },
  async goOn(victim, { form }, left) {
    const visitor = victim.visitor()
    const { Email: email, Username } = form
    if (left === 'nothing') await visitor.call('recoverPassword', { body: { email } })
    const link = await victim.linkTo(email, 2)
    await visitor.call('validatePasswordRecovery', newPasswordBody(link))
    await visitor.logIn(Username, newPassword)
  },
}

interface Recovering extends VictimPlayer {
  readonly link: string
}

const choosing: AuthorizationRequest<Recovering> = {
  points: {
    nothing: [
      'validatePasswordRecovery asked',
      'recovery: link taken',
      'recovery: sessions ended',
      'recovery: password set',
      'recovery: notice posted',
    ],
    all: ['validatePasswordRecovery done', 'validatePasswordRecovery answered'],
  },
  async begin(victim, name) {
    const player = await victimPlayer(victim, name)
    const email = player.form.Email
    await victim.visitor().call('recoverPassword', { body: { email } })
    return { ...player, link: await victim.linkTo(email, 2) }
  },
  act: ({ visitor, link }) => visitor.call('validatePasswordRecovery', newPasswordBody(link)),
  async left(victim, { userId }) {
    const [row] = await victim.look(
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
  async goOn(victim, { visitor, form, userId, link }, left) {
    const { Username, Email } = form
    if (left === 'nothing') {
      // The session still lives, the old password still opens, and the link is still good.
      await visitor.call('readProfile', { path: { userId }, query: {} })
      await victim.visitor().logIn(Username, samplePassword)
      await victim.visitor().call('validatePasswordRecovery', newPasswordBody(link))
    }
    const response = await visitor.send({ method: 'GET', url: '/api/profile/connects' })
    expect(response.statusCode).toBe(401)
    const stranger = victim.visitor()
    const again = await stranger.refused('validatePasswordRecovery', newPasswordBody(link))
    expect(again.items).toEqual(['ERROR_PASSWORD_RECOVERY_NOTEXISTS@'])
    const wrong = ['ERROR_USERNAME_PASSWORD_INCORRECT@']
    expect(await logInRefused(stranger, Username, samplePassword)).toEqual(wrong)
    await stranger.logIn(Username, newPassword)
    const mails = await victim.mails(Email, 3)
    expect(mails.at(-1)).toContain('password')
  },
}

describe('a server that is killed', () => {
  it('T14 at each point of a recovery has used the link only with the new password', async () => {
    expect(await victims.killAlong(asking)).toBeGreaterThanOrEqual(4)
    expect(await victims.killAlong(choosing)).toBeGreaterThanOrEqual(7)
  })
})
