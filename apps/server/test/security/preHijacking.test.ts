import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertPlayer } from '../../src/database/accounts/players.ts'
import { partnerProfileOf } from '../../src/federation/partner-protocol/partnerProfile.ts'
import { partnerForm } from '../fixtures/partners/partnerForm.ts'
import {
  confirmedPlayer,
  linkToken,
  registerForm,
  registerPlayer,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import { linkSteam, newSteamId } from '../fixtures/partners/linkSteam.ts'
import { type PartnerApp, startPartnerApp } from '../fixtures/partners/startPartnerApp.ts'
import { logInForm } from '../fixtures/testVisitor.ts'
import { goThroughPartner } from '../fixtures/partners/throughPartner.ts'

/*
 * An intruder prepares an account at an address before its owner comes: nothing of it may remain.
 */

let app: PartnerApp
const newPassword = 'Another9Battery'

beforeAll(async () => {
  app = await startPartnerApp()
  // Steam's nonces carry today's date.
  app.clock.advance((Date.now() - app.clock.now().getTime()) / 1000)
})
afterAll(() => app.close())

const recover = async (email: string) => {
  await app.visitor().call('recoverPassword', { body: { email } })
  const Token = await linkToken(app, email)
  const body = { Token, Password: newPassword, Confirm: newPassword }
  await app.visitor().call('validatePasswordRecovery', { body })
}

describe('an unverified address', () => {
  it('gives way to the player whom the partner has verified, and nothing of the other account remains (C01)', async () => {
    const Email = 'owner@relic.example'
    const { kysely } = app.services.database
    // No call creates such an account where the partner registers players (C14).
    const passwordHash = await app.services.passwords.hash(samplePassword)
    const prepared = {
      deployment: 'relic',
      username: 'Squatter',
      email: Email,
      passwordHash,
      firstname: null,
      lastname: null,
      dateOfBirth: null,
      referrerId: null,
      idempotencyKey: null,
      ip: '198.51.100.9',
    }
    const squatter = await insertPlayer(kysely, prepared, app.clock.now())
    await app.standIns.people('relic', [
      { id: '555', email: Email, emailVerified: true, username: 'Rightful' },
    ])
    const owner = app.visitor('relic')
    const info = await goThroughPartner(owner, Email)
    await owner.call('registerPartnerUser', partnerForm(info))
    const rows = await kysely
      .selectFrom('players')
      .select(['id', 'username', 'password_hash'])
      .where('deployment', '=', 'relic')
      .where('email_key', '=', Email)
      .execute()
    expect(rows).toEqual([{ id: expect.any(Number), username: 'Rightful', password_hash: null }])
    expect(rows[0]?.id).not.toBe(squatter)
    const former = await kysely
      .selectFrom('players')
      .select(['password_hash', 'deleted_at'])
      .where('id', '=', squatter)
      .executeTakeFirstOrThrow()
    expect(former.password_hash).toBeNull()
    expect(former.deleted_at).not.toBeNull()
    const logIn = { body: logInForm({ UsernameOrEmail: Email, Password: samplePassword }) }
    expect((await owner.refused('logIn', logIn)).items).toEqual(['ERROR_NOT_ALLOWED@'])
  })

  it('identifies no player, whatever the partner calls it (C02)', async () => {
    for (const email_verified of [undefined, false, 'true', 1, null]) {
      const claims = { sub: '1', email: 'known@relic.example', email_verified }
      expect(partnerProfileOf(claims).isEmailVerified).toBe(false)
    }
    await app.standIns.people('relic', [
      { id: '777', email: 'known@relic.example', emailVerified: false, username: 'Impostor' },
    ])
    const { kysely } = app.services.database
    const sessions = () => kysely.selectFrom('sessions').select('id').execute()
    const before = await sessions()
    const info = await goThroughPartner(app.visitor('relic'), '777')
    expect(info).toMatchObject({ AccountNotConfirmed: true, CreateAccount: false, Created: null })
    expect(await sessions()).toEqual(before)
    const identities = await kysely
      .selectFrom('partner_players')
      .select('player_id')
      .where('subject', '=', '777')
      .execute()
    expect(identities).toEqual([])
  })
})

describe('a recovery by mail', () => {
  it('ends session, bearer, refresh value, links and address changes of the intruder (C04)', async () => {
    const thief = await signedInPlayer(app, registerForm({ Username: 'Eva' }))
    const { Id_User: userId, Value, Refresh } = await thief.readToken()
    const Email = 'thief@evil.test'
    await thief.call('updateEmail', {
      path: { userId },
      body: { Email, ConfirmEmail: Email },
    })
    const uid = await linkToken(app, Email)
    await app.visitor().call('recoverPassword', { body: { email: 'eva@site.test' } })
    const older = await linkToken(app, 'eva@site.test')
    app.clock.advance(1)
    await recover('eva@site.test')

    expect((await thief.refused('listConnections', {})).status).toBe(401)
    const identity = { path: { identity: thief.identity } }
    const dead = await thief.call('readToken', identity)
    expect(dead.Validated).toBe(false)
    expect((await thief.send({ method: 'GET', url: '/api/profile/connects' })).statusCode).toBe(401)
    const query = { access_token: Value, refresh_token: Refresh, client_id: '' }
    expect((await thief.refused('refreshToken', { query })).items).toEqual([
      'ERROR_TOKEN_INVALID_REFRESH@',
    ])
    expect((await app.visitor().refused('confirmEmailUpdate', { query: { uid } })).items).toEqual([
      'ERROR_EMAIL_RECOVERY_NOTEXISTS@',
    ])
    const again = { Token: older, Password: newPassword, Confirm: newPassword }
    const reused = await app.visitor().refused('validatePasswordRecovery', { body: again })
    expect(reused.items).toEqual(['ERROR_PASSWORD_RECOVERY_NOTEXISTS@'])
  })

  it('ends the confirmation link of an unconfirmed account as well (C04)', async () => {
    const { Email } = registerForm({ Username: 'Fay' })
    const Uid = await registerPlayer(app, registerForm({ Username: 'Fay' }))
    await recover(Email)
    expect((await app.visitor().refused('confirmEmail', { body: { Uid } })).items).toEqual([
      'ERROR_EMAIL_RECOVERY_NOTEXISTS@',
    ])
  })

  it('finds no connection from before the confirmation, because an unconfirmed player cannot link (C05)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Gina' }))
    await app.services.database.kysely
      .updateTable('players')
      .set({ confirmed_at: null })
      .where('username', '=', 'Gina')
      .execute()
    const query = { callbackPath: '/steam/callback', redirectUrl: '' }
    expect((await visitor.refused('steamAuth', { query })).items).toEqual(['ERROR_USER_CONFIRMED@'])
    const before = { body: logInForm({ UsernameOrEmail: 'Gina', Password: samplePassword }) }
    expect((await app.visitor().refused('logIn', before)).items).toEqual(['ERROR_USER_CONFIRMED@'])
  })

  it('lists in its mail the accounts that were linked in the last thirty days (C05)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Hanna' }))
    await linkSteam(visitor, newSteamId())
    await recover('hanna@site.test')
    const notice = (await app.mails('hanna@site.test')).at(-1)?.text
    expect(notice).toContain('Linked in the last 30 days: Steam. Unlink what is not yours.')
    app.clock.advance(30 * 24 * 3600)
    await recover('hanna@site.test')
    expect((await app.mails('hanna@site.test')).at(-1)?.text).not.toContain('Linked in')
    app.clock.advance(-30 * 24 * 3600)
  })
})

describe('confirming an address', () => {
  it('logs no player in, by either call: no token, no cookie (C08)', async () => {
    for (const deployment of ['local', 'two-point-studios'] as const) {
      const token = await registerPlayer(app, registerForm({ Username: 'Ida' }), deployment)
      const visitor = app.visitor(deployment)
      const answer =
        deployment === 'local'
          ? await visitor.call('confirmEmail', { body: { Uid: token } })
          : await visitor.call('verifyRegistration', { body: { VerificationCode: token } })
      expect(answer).toEqual({ Username: 'Ida' })
      expect(visitor.last?.headers['set-cookie']).toBeUndefined()
    }
  })
})

describe('a deployment where partners register the players', () => {
  it.each(['relic', 'creative-assembly', 'focus'] as const)(
    'refuses registration, verification, log-in and recovery by a form: %s (C14)',
    async (deployment) => {
      const visitor = app.visitor(deployment)
      const notAllowed = { status: 400, items: ['ERROR_NOT_ALLOWED@'] }
      const body = registerForm({ Username: 'Jana' })
      expect(await visitor.refused('registerNewUser', { body })).toEqual(notAllowed)
      const code = { body: { VerificationCode: 'x' } }
      expect(await visitor.refused('verifyRegistration', code)).toEqual(notAllowed)
      const logIn = { body: logInForm({ UsernameOrEmail: 'Jana', Password: samplePassword }) }
      expect(await visitor.refused('logIn', logIn)).toEqual(notAllowed)
      const email = 'jana@site.test'
      expect(await visitor.refused('recoverPassword', { body: { email } })).toEqual(notAllowed)
    },
  )
})

describe('a password that attackers try first', () => {
  it('is refused at every place where a password is set (B15)', async () => {
    const studio = app.deployment('local').configuration.RegisterStudioName.replaceAll(' ', '')
    const owner = { Username: 'Kira', Email: 'kira.lovelace77@site.test' }
    const common = 'ERROR_PASSWORD_COMMON@Password'
    const cases = [
      ['Password1', common],
      ['Qwerty123', common],
      [`${studio}2026`, common],
      ['kira.lovelace77', 'ERROR_PASSWORD_USERNAME@Password'],
      ['lovelaceKira1', 'ERROR_PASSWORD_USERNAME@Password'],
    ] as const
    for (const [Password, code] of cases) {
      const body = registerForm({ ...owner, Password })
      expect((await app.visitor().refused('registerNewUser', { body })).items).toEqual([code])
    }
    await confirmedPlayer(app, registerForm(owner))
    const visitor = app.visitor()
    await visitor.logIn(owner.Username, samplePassword)
    await app.visitor().call('recoverPassword', { body: { email: owner.Email } })
    const Token = await linkToken(app, owner.Email)
    for (const [Password, code] of cases) {
      const reset = { body: { Password, ConfirmPassword: Password } }
      expect((await visitor.refused('resetPassword', reset)).items).toEqual([code])
      const body = { Token, Password, Confirm: Password }
      const refused = await visitor.refused('validatePasswordRecovery', { body })
      expect(refused.items).toEqual([code])
    }
  })

  it('is also the local part of the player’s own address (B15)', async () => {
    const owner = { Username: 'Lena', Email: 'ada.lovelace77@site.test' }
    await confirmedPlayer(app, registerForm(owner))
    const visitor = app.visitor()
    await visitor.logIn(owner.Username, samplePassword)
    await app.visitor().call('recoverPassword', { body: { email: owner.Email } })
    const Token = await linkToken(app, owner.Email)
    const Password = 'ada.lovelace77'
    const reset = { body: { Password, ConfirmPassword: Password } }
    const recovery = { body: { Token, Password, Confirm: Password } }
    for (const refused of [
      await visitor.refused('resetPassword', reset),
      await visitor.refused('validatePasswordRecovery', recovery),
    ]) {
      expect(refused.items).toEqual(['ERROR_PASSWORD_COMMON@Password'])
    }
  })
})
