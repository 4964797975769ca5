import { lifetimes } from '@gatehouse/contract/limits'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { everyRow } from '../../../test/fixtures/samples/everyRow.ts'
import type { DeploymentName } from '../../../test/fixtures/startApp.ts'
import {
  type PartnerApp,
  startPartnerApp,
} from '../../../test/fixtures/partners/startPartnerApp.ts'
import {
  comeBack,
  comeBackRefused,
  goThroughPartner,
  leaveForLogin,
  logInThroughPartner,
  visitPartner,
} from '../../../test/fixtures/partners/throughPartner.ts'

let app: PartnerApp

beforeAll(async () => {
  app = await startPartnerApp()
})
afterAll(() => app.close())
afterEach(async () => {
  await Promise.all(partners.map((name) => app.standIns.reset(name)))
})

const partners = ['relic', 'creative-assembly', 'focus'] as const satisfies DeploymentName[]
const known = (partner: string) => `known@${partner}.example`
const notAuthorized = { status: 400, items: ['This request is not authorized.@'] }
const partnerRefusal = { status: 400, items: ['PARTNER_RESPONSE_ERROR@'] }
const notAllowed = { status: 400, items: ['ERROR_NOT_ALLOWED@'] }

/** The sessions of a deployment. */
const sessionsOf = (name: DeploymentName) =>
  app.services.database.kysely
    .selectFrom('sessions')
    .select('id')
    .where('deployment', '=', name)
    .execute()

describe('the callback of a partner', () => {
  it.each(partners)('logs in a known player of %s (R-7.6-7, R-7.6-8, R-7.6-9)', async (name) => {
    const visitor = app.visitor(name)
    const info = await goThroughPartner(visitor, known(name))
    expect(info).toEqual({
      SSOId: null,
      SSOEmail: null,
      Username: null,
      CreateAccount: false,
      AccountNotConfirmed: false,
      RedirectUrl: null,
      Created: expect.stringMatching(/^[\w-]{67}$/),
      SteamConnectUserInfo: null,
      EpicConnectUserInfo: null,
      Token: null,
    })
    visitor.identity = info.Created ?? ''
    const { Id_User: userId } = await visitor.readToken()
    const profile = await visitor.call('readProfile', { path: { userId }, query: {} })
    expect(profile).toMatchObject({ Email: known(name), AuthType: 2 })
    expect(profile.AuthPartner).toBe(visitor.deployment.configuration.PartnerName)
  })

  it('gives a new player a ticket and the profile of the partner (R-3.11-1, R-3.11-4)', async () => {
    const info = await goThroughPartner(app.visitor('focus'), 'linked@focus.example')
    expect(info).toMatchObject({
      CreateAccount: true,
      AccountNotConfirmed: false,
      SSOId: 1004,
      SSOEmail: 'linked@focus.example',
      Username: 'LinkedPlayer',
      Created: null,
      Token: expect.stringMatching(/^[\w-]{43}$/),
      SteamConnectUserInfo: { ConnectName: 'Linked on Steam' },
      EpicConnectUserInfo: { ConnectName: 'LinkedOnEpic' },
    })
  })

  it('answers an allowed redirect, and drops any other', async () => {
    for (const [given, expected] of [
      ['https://www.site.test/game?a=1', 'https://www.site.test/game?a=1'],
      ['/account/deletion-request', '/account/deletion-request'],
      ['https://evil.test/', null],
      ['javascript:alert(1)', null],
    ] as const) {
      const visitor = app.visitor('relic')
      const url = await leaveForLogin(visitor, { ClientId: 'community', RedirectUrl: given })
      const info = await comeBack(visitor, await visitPartner(url, known('relic')))
      expect(info.RedirectUrl).toBe(expected)
    }
  })

  it('refuses a missing, a wrong and a used state (I01)', async () => {
    const visitor = app.visitor('relic')
    const query = await visitPartner(await leaveForLogin(visitor), known('relic'))
    const before = await sessionsOf('relic')
    const { state: _, ...stateless } = query
    for (const wrong of [stateless, { ...query, state: 'x'.repeat(43) }]) {
      expect(await comeBackRefused(visitor, wrong)).toEqual(notAuthorized)
    }
    expect(await sessionsOf('relic')).toEqual(before)
    await comeBack(visitor, query)
    expect(await comeBackRefused(visitor, query)).toEqual(notAuthorized)
    expect(await sessionsOf('relic')).toHaveLength(before.length + 1)
  })

  it('refuses the code of one player in the browser of another (I01)', async () => {
    const attacker = app.visitor('relic')
    const query = await visitPartner(await leaveForLogin(attacker), known('relic'))
    const target = app.visitor('relic')
    expect(await comeBackRefused(target, query)).toEqual(notAuthorized)
    // With a flow of another browser, this browser still refuses the code.
    await leaveForLogin(target)
    expect(await comeBackRefused(target, query)).toEqual(notAuthorized)
    expect(target.jar.has('sso_session')).toBe(false)
    // The refusals used nothing up: the browser that started the flow still finishes it.
    expect((await comeBack(attacker, query)).Created).not.toBeNull()
  })

  it('refuses a state after ten minutes, and in another deployment (H02)', async () => {
    const late = app.visitor('relic')
    const query = await visitPartner(await leaveForLogin(late), known('relic'))
    const elsewhere = app.visitor('focus')
    for (const [name, value] of late.jar) elsewhere.jar.set(name, value)
    expect(await comeBackRefused(elsewhere, query)).toEqual(notAuthorized)
    app.clock.advance(lifetimes.pendingFlow)
    expect(await comeBackRefused(late, query)).toEqual(notAuthorized)
  })

  it('finishes the flows of two tabs of one browser', async () => {
    const visitor = app.visitor('relic')
    const [one, other] = [await leaveForLogin(visitor), await leaveForLogin(visitor)]
    const second = await visitPartner(other, known('relic'))
    const first = await visitPartner(one, known('relic'))
    expect((await comeBack(visitor, first)).Created).not.toBeNull()
    expect((await comeBack(visitor, second)).Created).not.toBeNull()
  })

  it('does nothing without a flow, by an image, by a link or by the code of another session (I03)', async () => {
    const info = await goThroughPartner(app.visitor('relic'), known('relic'))
    const before = await sessionsOf('relic')
    const someone = app.visitor('relic')
    const query = await visitPartner(await leaveForLogin(someone), known('relic'))
    const parameters = new URLSearchParams(query).toString()
    const visitor = app.visitor('relic')
    const ways: readonly Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
      {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      },
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    ]
    for (const way of ways) {
      for (const path of [
        'user/log-in',
        `log-in?${parameters}`,
        `user/log-in?${parameters}`,
        `user/${info.Created}/log-in`,
      ]) {
        // An image or a link cannot send a key, and a key would not help.
        for (const key of ['', visitor.deployment.apiKey]) {
          const headers = { ...way, 'x-api-key': key }
          const url = `/api/partner/${path}`
          const { statusCode, headers: answered } = await visitor.send({
            method: 'GET',
            url,
            headers,
          })
          const isCalled = key !== '' && way['sec-fetch-mode'] === undefined
          expect([url, statusCode]).toEqual([url, isCalled ? 400 : 401])
          expect(answered['set-cookie']).toBeUndefined()
        }
      }
    }
    expect(visitor.jar.size).toBe(0)
    expect(await sessionsOf('relic')).toEqual(before)
    // The calls used nothing up: the browser that started the flow still finishes it.
    expect((await comeBack(someone, query)).Created).not.toBeNull()
  })

  it('is refused by the call of another environment (A-108)', async () => {
    const calls = ['partnerLogIn', 'partnerUserLogIn', 'creativeAssemblyCallback', 'focusCallback']
    for (const name of [...partners, 'local'] as const) {
      const visitor = app.visitor(name)
      for (const call of calls as (typeof visitor.deployment.rules.partnerCallbackCall)[]) {
        const isOwn = visitor.deployment.rules.partnerCallbackCall === call
        const expected = isOwn ? notAuthorized : notAllowed
        expect(await visitor.refused(call, { query: { code: 'c', state: 's' } })).toEqual(expected)
      }
    }
  })

  it('refuses a player who cancels at the partner (R-8.2-5)', async () => {
    const visitor = app.visitor('focus')
    const query = await visitPartner(await leaveForLogin(visitor), 'cancel')
    expect(query['error']).toBe('access_denied')
    expect(await comeBackRefused(visitor, query)).toEqual(notAuthorized)
  })

  it.each([
    ['badNonce', true],
    ['noNonce', true],
    ['wrongAud', true],
    ['expiredIdToken', true],
    ['wrongIss', true],
    ['expiredCode', true],
    ['garbage', true],
    ['noEmail', true],
  ] as const)('refuses an answer that fails verification: %s (H11, R-8.4-44)', async (name, on) => {
    const visitor = app.visitor('focus')
    await app.standIns.turn('focus', { [name]: on })
    const query = await visitPartner(await leaveForLogin(visitor), 'new@focus.example')
    expect(await comeBackRefused(visitor, query)).toEqual(partnerRefusal)
    expect(visitor.jar.has('sso_session')).toBe(false)
    await app.standIns.reset('focus')
    expect((await goThroughPartner(visitor, 'new@focus.example')).CreateAccount).toBe(true)
  })

  it('accepts the changed keys of a partner at the next attempt', async () => {
    await logInThroughPartner(app.visitor('focus'), known('focus'))
    await app.standIns.turn('focus', { jwksRotated: true })
    await goThroughPartner(app.visitor('focus'), known('focus')).catch(() => null)
    const visitor = app.visitor('focus')
    await logInThroughPartner(visitor, known('focus'))
    expect(visitor.bearer).not.toBe('')
  })

  it('reports an unverified address where the rules allow one, and else refuses it (R-3.11-5)', async () => {
    const info = await goThroughPartner(app.visitor('relic'), 'unverified@relic.example')
    expect(info).toEqual({
      SSOId: null,
      SSOEmail: 'unverified@relic.example',
      Username: null,
      CreateAccount: false,
      AccountNotConfirmed: true,
      RedirectUrl: null,
      Created: null,
      SteamConnectUserInfo: null,
      EpicConnectUserInfo: null,
      Token: expect.stringMatching(/^[\w-]{43}$/),
    })
    await app.standIns.people('focus', [
      { id: '77', email: 'unsure@focus.example', emailVerified: false, username: 'Unsure' },
    ])
    const visitor = app.visitor('focus')
    const query = await visitPartner(await leaveForLogin(visitor), 'unsure@focus.example')
    expect(await comeBackRefused(visitor, query)).toEqual(partnerRefusal)
  })

  it('takes an equal subject or address at another partner for another player (item 4)', async () => {
    await app.standIns.people('focus', [
      { id: '1001', email: 'known@relic.example', emailVerified: true, username: 'Someone' },
      { id: '8', email: 'known@focus.example', emailVerified: true, username: 'Other' },
    ])
    const byAddress = await goThroughPartner(app.visitor('focus'), '8')
    expect(byAddress).toMatchObject({ CreateAccount: true, Created: null })
    const bySubject = await goThroughPartner(app.visitor('focus'), '1001')
    const relic = await app.services.database.kysely
      .selectFrom('players')
      .select('id')
      .where('username_key', '=', 'knownrelic')
      .executeTakeFirstOrThrow()
    expect(bySubject.Created).not.toBeNull()
    const sessions = await app.services.database.kysely
      .selectFrom('sessions')
      .select('deployment')
      .where('player_id', '=', relic.id)
      .execute()
    expect(new Set(sessions.map(({ deployment }) => deployment))).toEqual(new Set(['relic']))
  })

  it('refuses a banned player with a message, and opens no session', async () => {
    const { kysely } = app.services.database
    await kysely
      .updateTable('players')
      .set({ banned_at: app.clock.now() })
      .where('username_key', '=', 'knownfocus')
      .execute()
    const visitor = app.visitor('focus')
    const query = await visitPartner(await leaveForLogin(visitor), '1001')
    expect(await comeBackRefused(visitor, query)).toEqual({
      status: 400,
      items: ['ERROR_USER_BANNED@'],
    })
    expect(visitor.jar.has('sso_session')).toBe(false)
  })

  it('keeps the secrets of a flow out of the database and the log', async () => {
    const visitor = app.visitor('relic')
    const query = await visitPartner(await leaveForLogin(visitor), 'secretive@relic.example')
    const { Token } = await comeBack(visitor, query)
    const rows = await everyRow(app.services.database.kysely)
    const secrets = [query['state'], query['code'], Token, visitor.jar.get('sso_flow')]
    for (const secret of secrets) {
      expect(secret).toBeTruthy()
      expect(rows).not.toContain(secret)
      expect(app.logged.join('')).not.toContain(secret)
    }
    expect(rows).not.toContain('secretive@relic.example')
    expect(app.logged.join('')).not.toMatch(/secretive@|sample-relic-secret/)
  })
})
