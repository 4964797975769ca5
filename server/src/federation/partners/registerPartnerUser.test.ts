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

/** Somebody new who comes back from the partner. */
async function stranger(name: DeploymentName, user: string) {
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

describe('registration of a partner’s player', () => {
  it('AT-PAR-17 R-4.5-4 R-7.6-11 R-7.6-12 makes the account, and the next log-in finds it', async () => {
    const { visitor, info } = await stranger('relic', 'fay@relic.example')
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

  it('R-7.6-11 what a registration answers is exchanged once, soon, and in its own browser', async () => {
    const { visitor, info } = await stranger('focus', 'gil@focus.example')
    const { Created: created } = await visitor.call('registerPartnerUser', partnerForm(info))
    const thief = app.visitor('focus')
    const refusal = { status: 400, items: ['ERROR_TOKEN_USER_INVALID@'] }
    const path = { created }
    expect(await thief.refused('exchangePartnerCreated', { path })).toEqual(refusal)
    await goThroughPartner(thief, 'somebody@focus.example')
    expect(await thief.refused('exchangePartnerCreated', { path })).toEqual(refusal)
    await enter(visitor, created)
    expect(await visitor.refused('exchangePartnerCreated', { path })).toEqual(refusal)

    const late = await stranger('focus', 'hal@focus.example')
    const answer = await late.visitor.call('registerPartnerUser', partnerForm(late.info))
    app.clock.advance(lifetimes.partnerCreated)
    const over = { path: { created: answer.Created } }
    expect(await late.visitor.refused('exchangePartnerCreated', over)).toEqual(refusal)
    // The account is there: the partner's pages are the way to it.
    await logInThroughPartner(late.visitor, 'hal@focus.example')
  })

  it('A-110 who it is comes from the proof, never from the form', async () => {
    const { visitor, info } = await stranger('focus', 'linked@focus.example')
    const forged = { Id_Account: '76561198000000001', ConnectName: 'Forged', Avatar: 'x' }
    const form = partnerForm(info, {
      Email: 'victim@site.test',
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

  it('R-3.10-11 M-13 choices of cookies and approvals are kept with the account', async () => {
    const { visitor, info } = await stranger('relic', 'ivy@relic.example')
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

  it('AT-PAR-07 I12 R-5.3-2 every fault is told at once, and the proof stays good', async () => {
    const { visitor, info } = await stranger('relic', 'jon@relic.example')
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

  it('R-5.3-2 the code of conduct is asked where the rules ask it', async () => {
    const { visitor, info } = await stranger('focus', 'kim@focus.example')
    await visitor.call('registerPartnerUser', partnerForm(info, { ApproveCodeOfConduct: false }))
    expect(visitor.last?.statusCode).toBe(201)
  })

  it('item 4: an address that somebody has is refused, never merged', async () => {
    await app.standIns.people('focus', [
      { id: '4001', email: 'Known@Focus.example', emailVerified: true, username: 'Twin' },
    ])
    const { visitor, info } = await stranger('focus', '4001')
    expect(info.CreateAccount).toBe(true)
    expect(await items(visitor, partnerForm(info))).toEqual(['ERROR_EMAIL_EXIST@Email'])
    expect(await playerOf('focus', 'Twin')).toBeUndefined()
    await app.standIns.reset('focus')
  })

  it('I12 M-5 a robot in the trap gets an answer that leads nowhere, and nobody waits here', async () => {
    const visitor = app.visitor('relic')
    const info = await goThroughPartner(visitor, 'lea@relic.example')
    const trapped = partnerForm(info, { Additional: true })
    const { Created: created } = await visitor.call('registerPartnerUser', trapped)
    expect(visitor.last?.statusCode).toBe(200)
    const refusal = await visitor.refused('exchangePartnerCreated', { path: { created } })
    expect(refusal.items).toEqual(['ERROR_TOKEN_USER_INVALID@'])
    expect(await playerOf('relic', 'lea')).toBeUndefined()
    await visitor.call('registerPartnerUser', partnerForm(info))
    expect(visitor.last?.statusCode).toBe(201)
  })

  it('A-110 nobody registers without a proof, with another’s, an old or a used one', async () => {
    const { visitor, info } = await stranger('relic', 'max@relic.example')
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
    const slow = await stranger('relic', 'old@relic.example')
    app.clock.advance(lifetimes.partnerProof)
    expect(await items(slow.visitor, partnerForm(slow.info))).toEqual(refused)
  })

  it('of two forms at one moment one makes the account', async () => {
    const { visitor, info } = await stranger('focus', 'pia@focus.example')
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

  it('of two players of one partner at one moment one gets the name, the other is told', async () => {
    const one = await stranger('focus', 'quinn@focus.example')
    const other = await stranger('focus', 'rosa@focus.example')
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

  it('AT-PAR-12 I11 with the bypass there is no least time, and the journal says whose page it was', async () => {
    const visitor = app.visitor('creative-assembly')
    const info = await goThroughPartner(visitor, 'sam@creative-assembly.example')
    const faulty = { ApproveEULA: false }
    expect(await items(visitor, partnerForm(info, faulty))).toEqual([
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

  it('is refused to banned addresses, and wherever players register by themselves', async () => {
    const { visitor, info } = await stranger('relic', 'tom@relic.example')
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

  it('an account of Steam that somebody has linked stays theirs', async () => {
    const steam = { id: '76561198000000042', name: 'Taken' }
    const person = { emailVerified: true, steam, epic: { id: 'e'.repeat(32), name: 'Epic' } }
    await app.standIns.people('relic', [
      { ...person, id: '4002', email: 'una@relic.example', username: 'Una' },
      { ...person, id: '4003', email: 'vic@relic.example', username: 'Vic' },
    ])
    const una = await stranger('relic', '4002')
    const vic = await stranger('relic', '4003')
    const linkedOf = async ({ visitor, info }: typeof una) => {
      const { Created } = await visitor.call('registerPartnerUser', partnerForm(info))
      await enter(visitor, Created)
      const connects = await visitor.call('listConnections', {})
      return connects.filter(({ IsLinked }) => IsLinked).map(({ CanonicalName }) => CanonicalName)
    }
    // What the deployment hides from its players is not kept of them either.
    expect(await linkedOf(una)).toEqual(['steam'])
    expect(await linkedOf(vic)).toEqual([])
    await app.standIns.reset('relic')
  })
})
