import { lifetimes } from '@gatehouse/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partnerForm } from '../../../test/fixtures/partners/partnerForm.ts'
import type { DeploymentName } from '../../../test/fixtures/startApp.ts'
import {
  type PartnerApp,
  startPartnerApp,
} from '../../../test/fixtures/partners/startPartnerApp.ts'
import {
  goThroughPartner,
  logInThroughPartner,
} from '../../../test/fixtures/partners/throughPartner.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

let app: PartnerApp

beforeAll(async () => {
  app = await startPartnerApp({
    deployments: { 'creative-assembly': { BypassPartnerRegisterPage: true } },
  })
})
afterAll(() => app.close())

/** A player without an account, whose browser has returned from the partner. */
async function newcomer(name: DeploymentName, user: string) {
  const visitor = app.visitor(name)
  const info = await goThroughPartner(visitor, user)
  return { visitor, info }
}

async function enter(visitor: TestVisitor, created: string): Promise<number> {
  const { Created } = await visitor.call('exchangePartnerCreated', { path: { created } })
  visitor.identity = Created
  return (await visitor.readToken()).Id_User
}

const items = async (visitor: TestVisitor, input: ReturnType<typeof partnerForm>) =>
  (await visitor.refused('registerPartnerUser', input)).items

const playerOf = (name: DeploymentName, username: string) =>
  app.services.database.kysely
    .selectFrom('players')
    .selectAll()
    .where('deployment', '=', name)
    .where('username_key', '=', username.toLowerCase())
    .executeTakeFirst()

describe('the registration of a partner’s player', () => {
  it('creates the account, which the next log-in finds (AT-PAR-17, R-4.5-4, R-7.6-11, R-7.6-12)', async () => {
    const { visitor, info } = await newcomer('relic', 'fay@relic.example')
    const { Created } = await visitor.call('registerPartnerUser', partnerForm(info))
    expect(visitor.last?.statusCode).toBe(201)
    expect(visitor.jar.has('sso_session')).toBe(false)
    const userId = await enter(visitor, Created)
    const profile = await visitor.call('readProfile', { path: { userId }, query: {} })
    expect(profile).toMatchObject({ Username: 'fay', Email: 'fay@relic.example', AuthType: 2 })
    expect(await playerOf('relic', 'fay')).toMatchObject({
      auth_type: 2,
      auth_partner: 'Relic',
      password_hash: null,
      confirmed_at: app.clock.now(),
    })
    const again = app.visitor('relic')
    await logInThroughPartner(again, 'fay@relic.example')
    expect((await again.readToken()).Id_User).toBe(userId)
    expect(await app.mails('fay@relic.example')).toEqual([])
  })

  it('answers a code that is exchanged once, within its lifetime, in the same browser (R-7.6-11)', async () => {
    const { visitor, info } = await newcomer('focus', 'gil@focus.example')
    const { Created: created } = await visitor.call('registerPartnerUser', partnerForm(info))
    const thief = app.visitor('focus')
    const refusal = { status: 400, items: ['ERROR_TOKEN_USER_INVALID@'] }
    const path = { created }
    expect(await thief.refused('exchangePartnerCreated', { path })).toEqual(refusal)
    await goThroughPartner(thief, 'newcomer@focus.example')
    expect(await thief.refused('exchangePartnerCreated', { path })).toEqual(refusal)
    await enter(visitor, created)
    expect(await visitor.refused('exchangePartnerCreated', { path })).toEqual(refusal)

    const late = await newcomer('focus', 'hal@focus.example')
    const answer = await late.visitor.call('registerPartnerUser', partnerForm(late.info))
    app.clock.advance(lifetimes.partnerCreated)
    const over = { path: { created: answer.Created } }
    expect(await late.visitor.refused('exchangePartnerCreated', over)).toEqual(refusal)
    // The account exists: its player logs in at the partner.
    await logInThroughPartner(late.visitor, 'hal@focus.example')
  })

  it('answers a code that opens nothing with its player altered, cut off or of another code (F26)', async () => {
    const { visitor, info } = await newcomer('focus', 'ivy@focus.example')
    const other = await newcomer('focus', 'jan@focus.example')
    const codeOf = async (by: typeof other) =>
      (await by.visitor.call('registerPartnerUser', partnerForm(by.info))).Created
    const [own, foreign] = [await codeOf({ visitor, info }), await codeOf(other)]
    const secret = own.slice(24)
    const altered = `${own.startsWith('A') ? 'B' : 'A'}${own.slice(1)}`
    for (const created of [altered, secret, foreign.slice(0, 24) + secret, foreign]) {
      const refused = await visitor.refused('exchangePartnerCreated', { path: { created } })
      expect(refused.items).toEqual(['ERROR_TOKEN_USER_INVALID@'])
    }
    await enter(visitor, own)
    await enter(other.visitor, foreign)
  })

  it('takes the identity from the ticket, never from the form (A-110)', async () => {
    const { visitor, info } = await newcomer('focus', 'linked@focus.example')
    const forged = { Id_Account: '76561198000000001', ConnectName: 'Forged', Avatar: 'x' }
    const form = partnerForm(info, {
      Email: 'other@site.test',
      Id_SSO: 1001,
      Partner: 'relic',
      Username: 'Linkedin',
      SteamConnectUserInfo: forged,
      EpicConnectUserInfo: null,
    })
    const { Created } = await visitor.call('registerPartnerUser', form)
    const userId = await enter(visitor, Created)
    const profile = await visitor.call('readProfile', { path: { userId }, query: {} })
    expect(profile).toMatchObject({ Email: 'linked@focus.example', SteamCheck: true })
    const connects = await visitor.call('listConnections', {})
    const linked = connects.filter(({ IsLinked }) => IsLinked)
    expect(linked.map(({ CanonicalName, ConnectName }) => [CanonicalName, ConnectName])).toEqual([
      ['steam', 'Linked on Steam'],
      ['epic-games', 'LinkedOnEpic'],
    ])
    const link = await app.services.database.kysely
      .selectFrom('partner_players')
      .select(['partner', 'subject'])
      .where('player_id', '=', userId)
      .executeTakeFirst()
    expect(link).toEqual({ partner: 'focus', subject: '1004' })
  })

  it('keeps cookie choices and approvals with the account (R-3.10-11, M-13)', async () => {
    const { visitor, info } = await newcomer('relic', 'ivy@relic.example')
    const Cookies = [
      { Id_Cookie: 1, IsAccepted: false },
      { Id_Cookie: 2, IsAccepted: false },
      { Id_Cookie: 2, IsAccepted: true },
      { Id_Cookie: 99, IsAccepted: true },
    ]
    const { Created } = await visitor.call('registerPartnerUser', partnerForm(info, { Cookies }))
    const userId = await enter(visitor, Created)
    const cookies = await visitor.call('listUserCookies', { path: { userId } })
    expect(cookies.map(({ IsAccepted }) => IsAccepted)).toEqual([true, true, false])
    const journal = await app.services.database.kysely
      .selectFrom('consents')
      .select(['subject', 'accepted', 'text_version', 'shown_by'])
      .where('player_id', '=', userId)
      .orderBy('id')
      .execute()
    const shown = { accepted: true, text_version: '1', shown_by: null }
    expect(journal).toEqual(
      ['privacy-policy', 'eula', 'code-of-conduct', 'cookie 2'].map((subject) => ({
        subject,
        ...shown,
      })),
    )
  })

  it('reports all errors of the form at once, and leaves the ticket valid (AT-PAR-07, I12, R-5.3-2)', async () => {
    const { visitor, info } = await newcomer('relic', 'jon@relic.example')
    const empty = {
      Username: 'a_b',
      ApprovePrivacyPolicy: false,
      ApproveEULA: false,
      ApproveCodeOfConduct: false,
    }
    expect(await items(visitor, partnerForm(info, empty))).toEqual([
      'ERROR_USERNAME_PATTERN@Username',
      'ERROR_APPROVE_PRIVACY_POLICY@ApprovePrivacyPolicy',
      'ERROR_APPROVE_EULA@ApproveEULA',
      'ERROR_APPROVE_CODE_OF_CONDUCT@ApproveCodeOfConduct',
    ])
    for (const [Username, code] of [
      ['', 'ERROR_USERNAME_LENGTH'],
      ['12345', 'ERROR_USERNAME_LETTERS'],
      ['KNOWNrelic', 'ERROR_USERNAME_EXIST'],
      ['admin', 'ERROR_USERNAME_EXIST'],
      ['jon@relic.example', 'ERROR_USERNAME_EMAIL'],
    ] as const) {
      expect(await items(visitor, partnerForm(info, { Username }))).toEqual([`${code}@Username`])
    }
    await visitor.call('registerPartnerUser', partnerForm(info))
  })

  it('requires the code of conduct only where the rules ask for it (R-5.3-2)', async () => {
    const { visitor, info } = await newcomer('focus', 'kim@focus.example')
    await visitor.call('registerPartnerUser', partnerForm(info, { ApproveCodeOfConduct: false }))
    expect(visitor.last?.statusCode).toBe(201)
  })

  it('refuses the address of another account, and never merges the two (item 4)', async () => {
    await app.standIns.people('focus', [
      { id: '4001', email: 'Known@Focus.example', emailVerified: true, username: 'Namesake' },
    ])
    const { visitor, info } = await newcomer('focus', '4001')
    expect(info.CreateAccount).toBe(true)
    expect(await items(visitor, partnerForm(info))).toEqual(['ERROR_EMAIL_EXIST@Email'])
    expect(await playerOf('focus', 'Namesake')).toBeUndefined()
    await app.standIns.reset('focus')
  })

  it('answers a robot in the trap with a worthless code, and requires no least time (I12, M-5)', async () => {
    const visitor = app.visitor('relic')
    const info = await goThroughPartner(visitor, 'lea@relic.example')
    const trapped = partnerForm(info, { Additional: true })
    const { Created: created } = await visitor.call('registerPartnerUser', trapped)
    expect(visitor.last?.statusCode).toBe(200)
    expect(created).toMatch(/^[\w-]{67}$/)
    const refusal = await visitor.refused('exchangePartnerCreated', { path: { created } })
    expect(refusal.items).toEqual(['ERROR_TOKEN_USER_INVALID@'])
    expect(await playerOf('relic', 'lea')).toBeUndefined()
    await visitor.call('registerPartnerUser', partnerForm(info))
    expect(visitor.last?.statusCode).toBe(201)
  })

  it('refuses a ticket that is missing, expired, used or another browser’s (A-110)', async () => {
    const { visitor, info } = await newcomer('relic', 'max@relic.example')
    const refused = ['ERROR_REGISTER_TOKEN_EMPTY@']
    expect(await items(visitor, partnerForm(info, { Token: '' }))).toEqual(refused)
    expect(await items(visitor, partnerForm(info, { Token: 'x'.repeat(43) }))).toEqual(refused)
    const other = app.visitor('relic')
    await goThroughPartner(other, 'ned@relic.example')
    expect(await items(other, partnerForm(info))).toEqual(refused)
    const elsewhere = app.visitor('focus')
    elsewhere.jar.set('sso_flow', visitor.jar.get('sso_flow') ?? '')
    expect(await items(elsewhere, partnerForm(info))).toEqual(refused)
    const unverified = app.visitor('relic')
    const unsure = await goThroughPartner(unverified, 'unverified@relic.example')
    expect(await items(unverified, partnerForm(unsure, { Username: 'Unsure' }))).toEqual(refused)

    await visitor.call('registerPartnerUser', partnerForm(info))
    expect(await items(visitor, partnerForm(info, { Username: 'Second' }))).toEqual(refused)
    const slow = await newcomer('relic', 'old@relic.example')
    app.clock.advance(lifetimes.partnerProof)
    expect(await items(slow.visitor, partnerForm(slow.info))).toEqual(refused)
  })

  it('creates one account from two forms at one moment', async () => {
    const { visitor, info } = await newcomer('focus', 'pia@focus.example')
    const second = app.visitor('focus')
    for (const [name, value] of visitor.jar) second.jar.set(name, value)
    const outcomes = await Promise.allSettled([
      visitor.call('registerPartnerUser', partnerForm(info)),
      second.call('registerPartnerUser', partnerForm(info, { Username: 'PiaToo' })),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const links = await app.services.database.kysely
      .selectFrom('players')
      .select('id')
      .where('email_key', '=', 'pia@focus.example')
      .execute()
    expect(links).toHaveLength(1)
  })

  it('gives a username to one of two players at one moment, and refuses it to the other', async () => {
    const one = await newcomer('focus', 'quinn@focus.example')
    const other = await newcomer('focus', 'rosa@focus.example')
    const Username = 'Wanted'
    const outcomes = await Promise.allSettled([
      one.visitor.call('registerPartnerUser', partnerForm(one.info, { Username })),
      other.visitor.call('registerPartnerUser', partnerForm(other.info, { Username })),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const loser = outcomes[0]?.status === 'rejected' ? one : other
    expect(await items(loser.visitor, partnerForm(loser.info, { Username }))).toEqual([
      'ERROR_USERNAME_EXIST@Username',
    ])
    await loser.visitor.call('registerPartnerUser', partnerForm(loser.info))
  })

  it('requires no least time with the bypass, and records which page asked (AT-PAR-12, I11)', async () => {
    const visitor = app.visitor('creative-assembly')
    const info = await goThroughPartner(visitor, 'sam@creative-assembly.example')
    const incomplete = { ApproveEULA: false }
    expect(await items(visitor, partnerForm(info, incomplete))).toEqual([
      'ERROR_APPROVE_EULA@ApproveEULA',
    ])
    const { Created } = await visitor.call('registerPartnerUser', partnerForm(info))
    const userId = await enter(visitor, Created)
    const journal = await app.services.database.kysely
      .selectFrom('consents')
      .select(['subject', 'shown_by', 'text_version'])
      .where('player_id', '=', userId)
      .orderBy('id')
      .execute()
    const shown = { shown_by: 'creative-assembly', text_version: '1' }
    expect(journal).toEqual([
      { subject: 'privacy-policy', ...shown },
      { subject: 'eula', ...shown },
    ])
  })

  it('is refused to banned addresses, and where players register without a partner', async () => {
    const { visitor, info } = await newcomer('relic', 'tom@relic.example')
    const ban = { deployment: 'relic', network: '203.0.113.99', until: null }
    await app.services.database.kysely
      .insertInto('ip_bans')
      .values({ ...ban, scope: 'register' })
      .execute()
    const banned = app.visitor('relic', '203.0.113.99')
    for (const [name, value] of visitor.jar) banned.jar.set(name, value)
    expect(await items(banned, partnerForm(info))).toEqual(['ERROR_USER_IP_BANNED_REGISTER@IP'])
    expect(await items(app.visitor('local'), partnerForm(info))).toEqual(['ERROR_NOT_ALLOWED@'])
  })

  it('leaves a Steam account with the player who linked it first', async () => {
    const steam = { id: '76561198000000042', name: 'Taken' }
    const person = { emailVerified: true, steam, epic: { id: 'e'.repeat(32), name: 'Epic' } }
    await app.standIns.people('relic', [
      { ...person, id: '4002', email: 'una@relic.example', username: 'Una' },
      { ...person, id: '4003', email: 'vic@relic.example', username: 'Vic' },
    ])
    const una = await newcomer('relic', '4002')
    const vic = await newcomer('relic', '4003')
    const linkedOf = async ({ visitor, info }: typeof una) => {
      const { Created } = await visitor.call('registerPartnerUser', partnerForm(info))
      await enter(visitor, Created)
      const connects = await visitor.call('listConnections', {})
      return connects.filter(({ IsLinked }) => IsLinked).map(({ CanonicalName }) => CanonicalName)
    }
    // The deployment hides Epic Games from its players, and so keeps no account of it.
    expect(await linkedOf(una)).toEqual(['steam'])
    expect(await linkedOf(vic)).toEqual([])
    await app.standIns.reset('relic')
  })
})
