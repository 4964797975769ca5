import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeLedger } from '../../database/auth/ledger.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { TestSite } from '../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

/* The log-ins of an account, and the acts on it. */

let app: TestApp

beforeAll(async () => {
  app = await startApp({
    deployments: { local: { EnableSecuritySection: true, rewind: { days: 10 } } },
  })
})
afterAll(() => app.close())

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** A player who is logged in in as many browsers as asked. */
async function inBrowsers(Username: string, count: number): Promise<TestVisitor[]> {
  const visitors = [await signedInPlayer(app, registerForm({ Username }))]
  while (visitors.length < count) {
    const other = app.visitor()
    await other.logIn(Username, samplePassword)
    visitors.push(other)
  }
  return visitors
}

const devicesOf = async (visitor: TestVisitor) => (await visitor.call('listDevices', {})).Devices
const activityOf = (visitor: TestVisitor, query: Parameters<typeof pageOf>[1] = {}) =>
  pageOf(visitor, query)
const doubted = async (visitor: TestVisitor) =>
  (await activityOf(visitor)).Entries.map(({ MayDoubt }) => MayDoubt)
const pageOf = (
  visitor: TestVisitor,
  query: { kind?: 'sign-ins' | 'changes' | 'devices' | 'sites' | 'support'; before?: number },
) => visitor.call('listActivity', { query })
const statusOf = async (visitor: TestVisitor) => (await visitor.refused('readLastLogIn', {})).status

describe('devices', () => {
  it('are the log-ins that live, the own one first, and a renewed one is the same (AT-SEC-01)', async () => {
    const [here, there] = (await inBrowsers('Ada', 2)) as [TestVisitor, TestVisitor]
    const before = await devicesOf(here)
    expect(before.map(({ IsThis, Methods }) => [IsThis, Methods])).toEqual([
      [true, ['pwd']],
      [false, ['pwd']],
    ])
    app.clock.advance(600)
    const token = await there.readToken()
    const query = { access_token: token.Value, refresh_token: token.Refresh, client_id: '' }
    const { AccessToken } = await there.call('refreshToken', { query })
    there.identity = AccessToken
    await there.readToken()
    const ids = (devices: typeof before) => devices.map(({ Id }) => Id).toSorted()
    const after = await devicesOf(here)
    expect(ids(after)).toEqual(ids(before))
    // The log-in began when it began, whenever it was renewed.
    expect(after.map(({ Since }) => Since)).toEqual(before.map(({ Since }) => Since))
    expect((await devicesOf(there))[0]?.Id).toBe(before[1]?.Id)
    expect(before[0]?.Id).toMatch(/^[\w-]{22}$/)
  })

  it('and acts say of which network they are, without the whole address', async () => {
    const [here] = (await inBrowsers('Ina', 1)) as [TestVisitor]
    const network = expect.stringMatching(/^[\d.]+\.\*$/)
    expect(await devicesOf(here)).toMatchObject([{ Network: network, Place: '' }])
    const { Entries } = await activityOf(here)
    expect(Entries).toMatchObject([{ Act: 'signed-in', Network: network, Place: '' }])
  })

  it('name the browser and the system', async () => {
    const [here] = (await inBrowsers('Bea', 1)) as [TestVisitor]
    const onPhone = app.visitor()
    const sent = await onPhone.send({
      method: 'POST',
      url: '/api/log/log-in',
      headers: { 'user-agent': phone },
      payload: { UsernameOrEmail: 'Bea', Password: samplePassword },
    })
    expect(sent.json()).toHaveProperty('Created')
    const [, other] = await devicesOf(here)
    expect(other).toMatchObject({ Browser: 'Safari', System: 'iPhone' })
  })

  it('that is ended has no access token and no session any more, here and at every site, and the others go on (G81)', async () => {
    const [here, there, third] = (await inBrowsers('Cleo', 3)) as [
      TestVisitor,
      TestVisitor,
      TestVisitor,
    ]
    const site = new TestSite(app)
    const tokens = await site.signIn(there)
    const [, ...others] = await devicesOf(here)
    const mine = (await devicesOf(there))[0]
    expect(others.map(({ Id }) => Id)).toContain(mine?.Id)
    expect(await here.call('endDevice', { body: { Id: mine?.Id ?? '' } })).toEqual({ Ended: 1 })
    expect(await statusOf(there)).toBe(401)
    const read = await there.call('readToken', { path: { identity: there.identity } })
    expect([read.Validated, read.Value]).toEqual([false, ''])
    await expect(site.userInfo(tokens.accessToken)).rejects.toThrow(/./)
    expect(await devicesOf(third)).toHaveLength(2)
    const [newest] = (await activityOf(here, { kind: 'devices' })).Entries
    expect(newest).toMatchObject({ Act: 'sessions-ended', MayDoubt: false, Shown: { Count: 1 } })
  })

  it('of others end all at once, and this one goes on (AT-SEC-02)', async () => {
    const [here, ...others] = (await inBrowsers('Dora', 3)) as [TestVisitor, ...TestVisitor[]]
    expect(await here.call('endOtherDevices', { body: {} })).toEqual({ Ended: 2 })
    expect(await Promise.all(others.map(statusOf))).toEqual([401, 401])
    expect(await devicesOf(here)).toHaveLength(1)
    expect(await here.call('endOtherDevices', { body: {} })).toEqual({ Ended: 0 })
    const { Entries } = await activityOf(here, { kind: 'devices' })
    expect(Entries.map(({ Shown }) => Shown)).toEqual([{ Count: 2 }])
  })

  it('end with the own one by a log-out', async () => {
    const [here] = (await inBrowsers('Emma', 1)) as [TestVisitor]
    const [own] = await devicesOf(here)
    await here.call('endDevice', { body: { Id: own?.Id ?? '' } })
    expect(await statusOf(here)).toBe(401)
    expect(here.jar.has('sso_session')).toBe(false)
  })

  it('of another player, and invented ones, are refused and end nothing (G82)', async () => {
    const [owner] = (await inBrowsers('Fay', 1)) as [TestVisitor]
    const [thief] = (await inBrowsers('Gus', 1)) as [TestVisitor]
    const [theirs] = await devicesOf(owner)
    for (const Id of [theirs?.Id ?? '', '', 'x'.repeat(22), '0']) {
      const refused = await thief.refused('endDevice', { body: { Id } })
      expect(refused.items).toEqual(['ERROR_NOT_ALLOWED@'])
    }
    expect(await devicesOf(owner)).toHaveLength(1)
    expect(await devicesOf(thief)).toHaveLength(1)
  })

  it('of one moment: two that end each other leave one of them (G81)', async () => {
    const [one, other] = (await inBrowsers('Hal', 2)) as [TestVisitor, TestVisitor]
    const outcomes = await Promise.allSettled([
      one.call('endOtherDevices', { body: {} }),
      other.call('endOtherDevices', { body: {} }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const living = outcomes[0]?.status === 'fulfilled' ? one : other
    expect(await devicesOf(living)).toHaveLength(1)
  })
})

describe('the activity', () => {
  it('is the own account’s alone, the newest first, page by page and by its filter (G83, AT-SEC-06)', async () => {
    const [here] = (await inBrowsers('Iris', 1)) as [TestVisitor]
    const [foreign] = (await inBrowsers('Jo', 1)) as [TestVisitor]
    const { Id_User: playerId } = await here.readToken()
    const at = app.clock.now()
    const of = { deployment: 'local', playerId, at, actor: 'player', requester: null } as const
    const { kysely } = app.services.database
    for (let count = 1; count <= 60; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- their order is what is tested
      await writeLedger(kysely, {
        ...of,
        act: 'renamed',
        shown: { From: `Name${count}`, To: `Name${count + 1}` },
      })
    }
    const first = await activityOf(here)
    expect(first.Entries).toHaveLength(50)
    expect(first.Entries[0]?.Shown).toEqual({ From: 'Name60', To: 'Name61' })
    const second = await activityOf(here, { before: first.Next ?? 0 })
    expect([second.Entries.length, second.Next]).toEqual([11, null])
    expect(second.Entries.at(-1)).toMatchObject({
      Act: 'signed-in',
      Actor: 'player',
      Shown: { Methods: ['pwd'], IsNewBrowser: true },
    })
    const signIns = await activityOf(here, { kind: 'sign-ins' })
    expect(signIns.Entries.map(({ Act }) => Act)).toEqual(['signed-in'])
    expect((await activityOf(foreign)).Entries).toHaveLength(1)
    const paged = await activityOf(foreign, { before: first.Entries[0]?.Id ?? 0 })
    expect(paged.Entries.every(({ Act }) => Act === 'signed-in')).toBe(true)
  })

  it('has a doubt for the acts of other sessions, as long as they are undone here', async () => {
    const [here, there] = (await inBrowsers('Lea', 2)) as [TestVisitor, TestVisitor]
    expect([await doubted(here), await doubted(there)]).toEqual([
      [true, false],
      [false, true],
    ])
    app.clock.advance(9 * 24 * 3600)
    const later = app.visitor()
    await later.logIn('Lea', samplePassword)
    expect(await doubted(later)).toEqual([false, true, true])
    app.clock.advance(2 * 24 * 3600)
    await later.logIn('Lea', samplePassword)
    expect((await doubted(later)).slice(-2)).toEqual([false, false])
  })

  it.each(['kind=everything', 'before=0', 'before=-1', 'before=x', 'before=1e9'])(
    'refuses %s (G83)',
    async (query) => {
      const visitor = app.visitor()
      await visitor.logIn('Jo', samplePassword)
      const sent = await visitor.send({ method: 'GET', url: `/api/security/activity?${query}` })
      expect([sent.statusCode, sent.body]).toEqual([
        400,
        expect.stringContaining('INVALID_REQUEST'),
      ])
    },
  )
})

it('every way in of the caller is answered without a secret', async () => {
  const [here] = (await inBrowsers('Kim', 1)) as [TestVisitor]
  expect(await here.call('readSecurity', {})).toMatchObject({ HasPassword: true })
})
