import { maskEmail } from '@gatehouse/contract/display'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertPlayer } from '../../src/database/accounts/players.ts'
import { partnerForm } from '../fixtures/partners/partnerForm.ts'
import { linkSteam, newSteamId, steamOf, unlinkSteam } from '../fixtures/partners/linkSteam.ts'
import { type PartnerApp, startPartnerApp } from '../fixtures/partners/startPartnerApp.ts'
import { goThroughPartner } from '../fixtures/partners/throughPartner.ts'
import {
  confirmedPlayer,
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import type { DeploymentName } from '../fixtures/startApp.ts'
import { sampleClients, TestSite } from '../fixtures/testClient.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

/*
 * The five attacks of the research on pre-hijacking, each played to its end: an intruder prepares
 * an account with the owner's address, the owner comes, and the intruder comes back. The links of
 * 'local' act on load, so that a mail scanner may have confirmed what the intruder registered.
 */

let app: PartnerApp
const intruders = '198.51.100.66'
const newPassword = 'Another9Battery'

beforeAll(async () => {
  app = await startPartnerApp({
    deployments: { prod: { mailLinks: 'button', clients: sampleClients } },
  })
  // Steam's nonces and the tokens of clients carry today's date.
  app.clock.advance((Date.now() - app.clock.now().getTime()) / 1000)
})
afterAll(() => app.close())

/** The intruder registers with the owner's address, and a mail scanner opens the link. */
async function preparedAccount(Username: string, Email: string): Promise<TestVisitor> {
  const intruder = app.visitor('local', intruders)
  const body = registerForm({ Username, Email, Password: 'Intruder1Horses' })
  await intruder.call('registerNewUser', { body })
  const Uid = await linkToken(app, Email)
  await app.visitor('local', '192.0.2.25').call('confirmEmail', { body: { Uid } })
  await intruder.logIn(Username, 'Intruder1Horses')
  return intruder
}

/** The owner of the address finds it taken and recovers the account, in their own browser. */
async function recovered(email: string, deployment: DeploymentName = 'local') {
  const owner = app.visitor(deployment)
  await owner.call('recoverPassword', { body: { email } })
  const Token = await linkToken(app, email)
  const body = { Token, Password: newPassword, Confirm: newPassword }
  await owner.call('validatePasswordRecovery', { body })
  await owner.logIn(email, newPassword)
  return owner
}

const logInRefused = async (UsernameOrEmail: string, Password: string) =>
  (await app.visitor().refused('logIn', { body: logInForm({ UsernameOrEmail, Password }) })).items

/** Asks for another address and returns the secrets of its two mails. */
async function askForEmail(visitor: TestVisitor, from: string, to: string) {
  const { Id_User: userId } = await visitor.readToken()
  const body = { Email: to, ConfirmEmail: to }
  await visitor.call('updateEmail', { path: { userId }, body })
  return { confirm: await linkToken(app, to), undo: await linkToken(app, from) }
}

/** The claims that a client gets about the address of a player who signs in there. */
async function claimsAbout(visitor: TestVisitor, deployment: DeploymentName = 'local') {
  const site = new TestSite(app, 'community', deployment)
  const { accessToken } = await site.signIn(visitor)
  const { email, email_verified } = await site.userInfo(accessToken)
  return [email, email_verified]
}

describe('the classic-federated merge', () => {
  it('leaves the partner’s player an account in which no intruder prepared anything (C21)', async () => {
    const Email = 'owner@relic.example'
    const { kysely } = app.services.database
    const passwordHash = await app.services.passwords.hash(samplePassword)
    // No call creates such accounts where the partner registers players (C14).
    for (const username of ['Squatter', 'SquatterToo']) {
      await insertPlayer(
        kysely,
        {
          deployment: 'relic',
          username,
          email: Email,
          passwordHash,
          firstname: null,
          lastname: null,
          dateOfBirth: null,
          referrerId: null,
          idempotencyKey: null,
          ip: intruders,
        },
        app.clock.now(),
      )
    }
    await app.standIns.people('relic', [
      { id: '555', email: Email, emailVerified: true, username: 'Rightful' },
    ])
    const owner = app.visitor('relic')
    const info = await goThroughPartner(owner, '555')
    await owner.call('registerPartnerUser', partnerForm(info))
    const rows = await kysely
      .selectFrom('players')
      .select(['username', 'password_hash', 'email_verified_by'])
      .where('deployment', '=', 'relic')
      .where('email_key', '=', Email)
      .execute()
    expect(rows).toEqual([
      { username: 'Rightful', password_hash: null, email_verified_by: 'partner' },
    ])
    const left = await kysely
      .selectFrom('players')
      .select('id')
      .where('username', 'like', 'Squatter%')
      .execute()
    expect(left).toEqual([])
  })
})

describe('the unexpired session', () => {
  it('of an intruder ends with the owner’s recovery: session, bearer, refresh and client (C22)', async () => {
    const email = 'anna@site.test'
    const intruder = await preparedAccount('AnnaFake', email)
    const { Value, Refresh } = await intruder.readToken()
    const site = new TestSite(app)
    const { accessToken } = await site.signIn(intruder)
    const owner = await recovered(email)

    expect((await intruder.refused('listConnections', {})).status).toBe(401)
    const identity = { path: { identity: intruder.identity } }
    expect((await intruder.call('readToken', identity)).Validated).toBe(false)
    const query = { access_token: Value, refresh_token: Refresh, client_id: '' }
    expect((await intruder.refused('refreshToken', { query })).items).toEqual([
      'ERROR_TOKEN_INVALID_REFRESH@',
    ])
    await expect(site.userInfo(accessToken)).rejects.toThrow(/.+/)
    expect(await logInRefused(email, 'Intruder1Horses')).toEqual([
      'ERROR_USERNAME_PASSWORD_INCORRECT@',
    ])
    expect((await owner.readToken()).Validated).toBe(true)
  })
})

describe('the trojan identifier', () => {
  it('that an intruder linked is named to the owner, opens nothing, and goes when unlinked (C23)', async () => {
    const email = 'bella@site.test'
    const intruder = await preparedAccount('BellaFake', email)
    const steamId = newSteamId()
    await linkSteam(intruder, steamId)
    const owner = await recovered(email)
    const texts = (await app.mails(email)).map(({ text }) => text)
    expect(texts.some((text) => text.includes('Linked in the last 30 days: Steam.'))).toBe(true)
    expect((await steamOf(owner)).Id_Account).toBe(steamId)

    // The intruder still signs in to Steam, and finds no way from there into the account.
    expect((await intruder.refused('listConnections', {})).status).toBe(401)
    const other = await signedInPlayer(app, registerForm({ Username: 'Intruder' }))
    await expect(linkSteam(other, steamId)).rejects.toThrow('400')
    await unlinkSteam(owner)
    expect((await steamOf(owner)).Id_Account).toBeNull()
  })
})

describe('the unexpired change of address', () => {
  it('that an intruder asked for is void once the owner has recovered the account (C24)', async () => {
    const email = 'carla@site.test'
    const intruder = await preparedAccount('CarlaFake', email)
    const { confirm } = await askForEmail(intruder, email, 'intruder@evil.test')
    const owner = await recovered(email)
    const stale = { query: { uid: confirm } }
    expect((await app.visitor().refused('confirmEmailUpdate', stale)).items).toEqual([
      'ERROR_EMAIL_RECOVERY_NOTEXISTS@',
    ])
    await owner.logIn(email, newPassword)
  })

  it('cannot be undone once the mailbox of the new address has recovered the account (C24)', async () => {
    const email = 'dana@site.test'
    const prepared = registerForm({ Username: 'DanaFake', Email: 'intruder2@evil.test' })
    const intruder = await signedInPlayer(app, prepared)
    const links = await askForEmail(intruder, prepared.Email, email)
    // The owner's mail scanner opens what the intruder had sent.
    await app.visitor('local', '192.0.2.25').call('confirmEmailUpdate', {
      query: { uid: links.confirm },
    })
    const taken = registerForm({ Username: 'Dana', Email: email })
    expect((await app.visitor().refused('registerNewUser', { body: taken })).items).toEqual([
      'ERROR_EMAIL_EXIST@Email',
    ])
    const owner = await recovered(email)

    const undo = { query: { uid: links.undo } }
    expect(
      (await app.visitor('local', intruders).refused('recoverEmailUpdate', undo)).items,
    ).toEqual(['ERROR_EMAIL_RECOVERY_EXPIRED@'])
    const lost = { body: { email: prepared.Email } }
    expect((await app.visitor().refused('recoverPassword', lost)).items).toEqual([
      'ERROR_EMAIL_UNKNOWN@Email',
    ])
    expect((await owner.readToken()).Validated).toBe(true)
    await app.visitor().logIn(email, newPassword)
  })

  it('can be undone as long as the new mailbox has recovered nothing (C24)', async () => {
    const owner = registerForm({ Username: 'Elsa' })
    const thief = await signedInPlayer(app, owner)
    const links = await askForEmail(thief, owner.Email, 'thief3@evil.test')
    await app.visitor().call('confirmEmailUpdate', { query: { uid: links.confirm } })
    await app.visitor().call('recoverPassword', { body: { email: 'thief3@evil.test' } })
    const Token = await linkToken(app, 'thief3@evil.test')
    const undone = await app.visitor().call('recoverEmailUpdate', { query: { uid: links.undo } })
    expect(undone).toEqual({ Email: maskEmail(owner.Email) })
    // The thief has neither an earlier session nor an earlier link, and the password that both knew
    // is void.
    expect((await thief.refused('listConnections', {})).status).toBe(401)
    const stale = { body: { Token, Password: newPassword, Confirm: newPassword } }
    expect((await app.visitor().refused('validatePasswordRecovery', stale)).items).toEqual([
      'ERROR_PASSWORD_RECOVERY_NOTEXISTS@',
    ])
    expect(await logInRefused(owner.Email, samplePassword)).toEqual([
      'ERROR_USERNAME_PASSWORD_INCORRECT@',
    ])
    const back = await recovered(owner.Email)
    expect((await back.readToken()).Validated).toBe(true)
  })
})

describe('the identity provider that verifies nothing', () => {
  it('opens no account of the address that it names, and confirms no registration with it (C25)', async () => {
    const known = { id: '888', email: 'known@relic.example', username: 'Impostor' }
    await app.standIns.people('relic', [{ ...known, emailVerified: false }])
    const intruder = app.visitor('relic', intruders)
    const info = await goThroughPartner(intruder, known.id)
    expect(info).toMatchObject({ AccountNotConfirmed: true, Created: null, SSOId: null })
    const form = partnerForm(info, { Username: 'Impostor' })
    expect((await intruder.refused('registerPartnerUser', form)).items).toEqual([
      'ERROR_REGISTER_TOKEN_EMPTY@',
    ])
    // The same ticket in another browser opens no more.
    expect((await app.visitor('relic').refused('registerPartnerUser', form)).items).toEqual([
      'ERROR_REGISTER_TOKEN_EMPTY@',
    ])
    const rows = await app.services.database.kysely
      .selectFrom('partner_players')
      .select('player_id')
      .where('subject', '=', known.id)
      .execute()
    expect(rows).toEqual([])
  })
})

describe('the claim that an address is verified', () => {
  it('is false as long as the load of a page alone has proven the address (C26)', async () => {
    const email = 'fanny@site.test'
    const intruder = await preparedAccount('FannyFake', email)
    expect(await claimsAbout(intruder)).toEqual([email, false])
    const owner = await recovered(email)
    expect(await claimsAbout(owner)).toEqual([email, true])
  })

  it('is true where a link waits for a press (C26)', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Gerda' }), 'prod')
    const gerda = app.visitor('prod')
    await gerda.logIn('Gerda', samplePassword)
    expect(await claimsAbout(gerda, 'prod')).toEqual(['gerda@site.test', true])
  })

  it('follows the address: another one has its own proof, and an undo brings the proof back (C26)', async () => {
    const email = 'hilde@site.test'
    const form = registerForm({ Username: 'Hilde' })
    await confirmedPlayer(app, form)
    const hilde = await recovered(email)
    const links = await askForEmail(hilde, email, 'hilde2@site.test')
    await app.visitor().call('confirmEmailUpdate', { query: { uid: links.confirm } })
    expect(await claimsAbout(hilde)).toEqual(['hilde2@site.test', false])
    await app.visitor().call('recoverEmailUpdate', { query: { uid: links.undo } })
    // The undo leaves no session that could ask, and a recovery is its own proof.
    const { email_verified_by } = await app.services.database.kysely
      .selectFrom('players')
      .select('email_verified_by')
      .where('username', '=', 'Hilde')
      .executeTakeFirstOrThrow()
    expect(email_verified_by).toBe('recovery')
    expect(await claimsAbout(await recovered(email))).toEqual([email, true])
  })
})
