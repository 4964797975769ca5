import { type CallName, callNames, calls } from '@gatehouse/contract/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownRows } from '../fixtures/samples/ownRows.ts'
import { registerForm, samplePassword, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { sampleClients } from '../fixtures/testClient.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'

const guild = {
  clientId: 'guild',
  name: 'Guild',
  clientSecret: 'sample-guild-secret',
  redirectUris: ['https://guild.site.test/callback'],
}

let app: TestApp
let ada: TestVisitor
let userId: number

const closed = {
  EnableConnectionsSection: false,
  EnableDeletionSection: false,
  EnableSecuritySection: false,
  CustomCookiesManagement: true,
  clients: [] as never[],
  Languages: '',
  StrongSignIn: '',
} as const

beforeAll(async () => {
  app = await startApp({
    settings: { LIMITS: 'off' },
    deployments: {
      local: {
        Languages: '*',
        StrongSignIn: 'optional' as const,
        EnableSecuritySection: true,
        clients: [...sampleClients, guild],
      },
    },
  })
  ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
  userId = (await ada.readToken()).Id_User
})
afterAll(() => app.close())

const ofPlayers = callNames.filter((name) => calls[name].caller === 'player')

/** A request with the caller's id in each place for a player. */
function requestOf(name: CallName, id: number) {
  const { method, path } = calls[name]
  const url = `/api/${path.replace('{userId}', String(id)).replace('{partner}', 'relic')}`
  return { method, url, ...(method === 'POST' ? { payload: {} } : {}) }
}

const choice = (ListId: number) => ({ body: { ListId, IsOptIn: true, IsG2GOptIn: true } })

async function profile() {
  return ada.call('readProfile', { path: { userId }, query: {} })
}

describe('a call of players', () => {
  it('requires a living bearer, the key, and the key of the same deployment (J02)', async () => {
    const foreign = app.deployment('prod').apiKey
    const stale = await signedInPlayer(app, registerForm({ Username: 'Stale' }))
    const without: readonly (readonly [string, TestVisitor, Record<string, string>])[] = [
      ['no bearer', app.visitor(), {}],
      ['no key', ada, { 'x-api-key': '' }],
      ['another studio’s key', ada, { 'x-api-key': foreign }],
    ]
    expect(ofPlayers.length).toBeGreaterThan(30)
    for (const name of ofPlayers) {
      for (const [lack, visitor, headers] of without) {
        const answer = await visitor.send({ ...requestOf(name, userId), headers })
        expect([name, lack, answer.statusCode, answer.body]).toEqual([name, lack, 401, '{}'])
      }
    }
    app.clock.advance(app.services.settings.BEARER_SECONDS + 1)
    for (const name of ofPlayers) {
      const answer = await stale.send(requestOf(name, userId))
      expect([name, answer.statusCode, answer.body]).toEqual([name, 401, '{}'])
    }
    await ada.readToken()
  })

  it('takes no field of another call and no id except that of the path (J04)', async () => {
    const other = await signedInPlayer(app, registerForm({ Username: 'Other' }))
    const { Id_User: otherId } = await other.readToken()
    const before = await profile()
    const strays = { Id: otherId, Id_User: otherId, userId: otherId, Titles: 'Admin', AuthType: 2 }
    const update = (call: 'update-username' | 'update-email', payload: object) =>
      ada.send({ method: 'POST', url: `/api/profile/user/${userId}/${call}`, payload })
    const renamed = await update('update-username', {
      ...strays,
      Username: 'AdaTwo',
      Email: 'thief@site.test',
    })
    expect(renamed.statusCode).toBe(200)
    expect(await profile()).toEqual({ ...before, Username: 'AdaTwo' })

    await ada.call('validatePassword', { path: { userId }, body: { Password: samplePassword } })
    const moved = await update('update-email', {
      ...strays,
      Email: 'ada.two@site.test',
      ConfirmEmail: 'ada.two@site.test',
      Username: 'Stolen',
    })
    expect(moved.statusCode).toBe(200)
    expect(await profile()).toEqual({ ...before, Username: 'AdaTwo' })
    const theirs = { path: { userId: otherId }, query: {} }
    expect(await other.call('readProfile', theirs)).toMatchObject({
      Username: 'Other',
      Email: 'other@site.test',
    })
    const changes = app.services.database.kysely.selectFrom('email_changes').selectAll()
    expect(await changes.execute()).toMatchObject([
      { player_id: userId, new_email: 'ada.two@site.test' },
    ])
  })
})

/** A valid query or body for each call of the sections that a deployment can switch off. */
const behindSections: Partial<Record<CallName, object | string>> = {
  steamAuth: '?callbackPath=%2Fsteam%2Fcallback&redirectUrl=',
  steamCallback: { 'openid.mode': 'id_res' },
  steamPartnerCallback: { State: 'state' },
  steamUnlink: { SteamId: '7656' },
  epicGamesAuth: '?callbackPath=%2Fepic-games%2Fcallback',
  epicGamesCallback: { Code: 'c', State: 's', CallbackPath: '/epic-games/callback' },
  epicGamesUnlink: {},
  twitchAuth: '?callbackPath=%2Ftwitch%2Fcallback',
  twitchCallback: { Code: 'c', State: 's', CallbackPath: '/twitch/callback' },
  twitchUnlink: {},
  gamePassAuth: '?callbackPath=%2Fgame-pass%2Fcallback',
  gamePassCallback: { Code: 'c', State: 's', CallbackPath: '/game-pass/callback' },
  gamePassUnlink: {},
  partnerSteamLinkUrl: {},
  partnerLinkedAccounts: '',
  setCookie: { Id_Cookie: 2, IsAccepted: true },
  acceptAllCookies: { IsAllReject: false },
  listSites: '',
  withdrawSite: { ClientId: 'guild' },
  setLanguage: { Language: 'fr' },
  readSecurity: '',
  makePlayerCard: { Titles: false, Links: ['steam'] },
  checkUsername: { Username: 'Joanna' },
  readEmailChange: '',
  repeatEmailChange: {},
  cancelEmailChange: {},
  proofOptions: {},
  startAuthenticator: {},
  listDeletionTypes: '',
  deletePartnerUser: deletionForm('joe'),
  deleteUser: deletionForm('joe'),
}
/** Calls that this test's open deployment does not offer either. */
const neverHere: readonly CallName[] = [
  'steamPartnerCallback',
  'gamePassAuth',
  'gamePassCallback',
  'gamePassUnlink',
  'partnerSteamLinkUrl',
  'partnerLinkedAccounts',
  'deletePartnerUser',
]

function deletionForm(name: string) {
  const Email = `${name}@site.test`
  return { Password: samplePassword, Email, Id_DeletionType: null, DeletionReason: '' }
}

/** The names of the calls that are refused as not allowed. */
async function notAllowed(visitor: TestVisitor): Promise<string[]> {
  const { Id_User } = await visitor.readToken()
  const refused: string[] = []
  for (const [name, given] of Object.entries(behindSections)) {
    const { method, url } = requestOf(name as CallName, Id_User)
    const answer =
      typeof given === 'string'
        ? await visitor.send({ method, url: `${url}${given}` })
        : await visitor.send({ method, url, payload: given })
    const isRefused =
      answer.statusCode === 400 &&
      answer.body === '{"ErrorMessages":[{"Property":"","ErrorMessage":"ERROR_NOT_ALLOWED"}]}'
    if (isRefused) refused.push(name)
  }
  return refused
}

describe('a newsletter list of another deployment', () => {
  it('is refused like a missing one, and no row changes (J07)', async () => {
    const { kysely } = app.services.database
    const list = { id: 501, name: 'Elsewhere', is_own: true, is_active: true }
    await kysely
      .insertInto('newsletter_lists')
      .values({ ...list, deployment: 'prod' })
      .execute()
    const before = await ownRows(app)
    for (const ListId of [501, 777, 0, -1, -501]) {
      expect(await ada.refused('optInUser', choice(ListId))).toEqual({
        status: 400,
        items: ['ERROR_OPTIN_NOT_EXISTS@'],
      })
    }
    expect(await ownRows(app)).toEqual(before)
    const there = await signedInPlayer(app, registerForm({ Username: 'Ada' }), 'prod')
    expect(await there.call('optInUser', choice(501))).toEqual({})
  })
})

describe('a section that is off', () => {
  it('refuses direct calls, and nothing changes (J05)', async () => {
    const off = await startApp({ beside: app, deployments: { local: closed } })
    const joe = await signedInPlayer(off, registerForm({ Username: 'Joe' }))
    const { Id_User } = await joe.readToken()
    // A change of address waits, as the calls about it need.
    const path = { userId: Id_User }
    await joe.call('validatePassword', { path, body: { Password: samplePassword } })
    const address = { Email: 'joe.two@site.test', ConfirmEmail: 'joe.two@site.test' }
    await joe.call('updateEmail', { path, body: address })
    // The states of mails change as they are handed over.
    const mails = (await off.mails()).length
    const before = await ownRows(app)
    expect(Object.keys(behindSections).length).toBeGreaterThanOrEqual(20)
    expect(await notAllowed(joe)).toEqual(Object.keys(behindSections))
    expect(await ownRows(app)).toEqual(before)
    expect(await off.mails()).toHaveLength(mails)
    await off.close()
    // The control: the same calls pass where the sections are on, so only the sections refused
    // them.
    const open = app.visitor()
    await open.logIn('Joe', samplePassword)
    expect(await notAllowed(open)).toEqual(neverHere)
  })
})
