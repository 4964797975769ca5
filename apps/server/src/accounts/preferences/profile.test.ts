import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seed } from '../../../samples/seed.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

let app: TestApp
let one: TestVisitor
let userId: number

beforeAll(async () => {
  app = await startApp()
  await seed(app.services)
  await seed(app.services)
  one = app.visitor()
  userId = (await one.logIn('player@example.com', 'Welcome2Gatehouse')).Id_User
})
afterAll(() => app.close())

describe('the profile', () => {
  it('contains the user, and on request the blocked players (AT-GEN-02, R-3.1-1)', async () => {
    const user = {
      Id: userId,
      Username: 'PlayerOne',
      Email: 'player@example.com',
      AvatarUrl: '',
      Titles: 'Map Maker;VIP',
      TitleName: 'Map Maker VIP',
      CreatedAt: '2026-03-02T12:00:00.000Z',
      SteamCheck: false,
      IsCookiePopupSeen: false,
    }
    const path = { userId }
    expect(await one.call('readProfile', { path, query: {} })).toEqual(user)
    for (const include of ['Password', '*', 'block', 'Blocks']) {
      expect(await one.call('readProfile', { path, query: { include } })).toEqual(user)
    }
    const { Blocks } = await one.call('readProfile', { path, query: { include: 'Block,Block' } })
    expect(Blocks?.map(({ Username }) => Username).toSorted()).toEqual(['PlayerTwo', 'Rival'])
    expect(Object.keys(Blocks?.[0] ?? {})).toEqual(['Id', 'Username', 'AvatarUrl'])
  })

  it('of another player is refused like a missing one (A12, R-6.1-9)', async () => {
    for (const other of [userId + 1, 999_999]) {
      const refused = await one.refused('readProfile', { path: { userId: other }, query: {} })
      expect(refused).toEqual({ status: 400, items: ['ERROR_NOT_ALLOWED@'] })
    }
    expect(app.logged.join('')).toContain('"event":"authz.subject_mismatch"')
  })

  it('validates a token only when it is the caller’s (H14, R-4.10-2)', async () => {
    const two = app.visitor()
    const other = await two.logIn('second@example.com', 'Welcome2Gatehouse')
    const validate = (Token: string) => one.call('validateProfile', { body: { Token } })
    expect(await validate(one.bearer ?? '')).toEqual({ Success: true })
    expect(await validate(other.Value)).toEqual({ Success: false })
    expect(await validate('nonsense')).toEqual({ Success: false })
    expect((await one.refused('validateProfile', { body: { Token: '' } })).items).toEqual([
      'ERROR_TOKEN_INVALID@',
    ])
    // An expired or unknown token gets the same answer as another player's.
    app.clock.advance(3600)
    await one.readToken()
    expect(await validate(other.Value)).toEqual({ Success: false })
    const visitor = await app.visitor().refused('validateProfile', { body: { Token: other.Value } })
    expect(visitor.status).toBe(401)
  })
})

describe('the connections', () => {
  it('are four, and a linked one shows its account (AT-GEN-03, R-3.6-1)', async () => {
    const rows = await one.call('listConnections', {})
    expect(rows.slice(0, 4).map((row) => row.CanonicalName)).toEqual([
      'steam',
      'twitch',
      'epic-games',
      'game-pass',
    ])
    expect(rows[1]).toEqual({
      Id: 2,
      CanonicalName: 'twitch',
      Name: 'Twitch',
      Icon: expect.any(String),
      IsLinked: false,
      ConnectName: null,
      Avatar: null,
      LastCheck: null,
      Id_Account: null,
    })
    const now = app.clock.now()
    await app.services.database.kysely
      .insertInto('connections')
      .values({
        deployment: 'local',
        player_id: userId,
        canonical_name: 'steam',
        account_id: '76561198000000001',
        account_name: 'SteamGuy',
        avatar: '',
        last_check: now,
        linked_at: now,
      })
      .execute()
    expect((await one.call('listConnections', {}))[0]).toMatchObject({
      IsLinked: true,
      ConnectName: 'SteamGuy',
      LastCheck: now.toISOString(),
      Id_Account: '76561198000000001',
    })
  })
})

describe('the cookie categories', () => {
  it('are three, and mandatory ones are accepted (AT-GEN-03, R-3.4-1)', async () => {
    const categories = await app.visitor().call('listCookies', {})
    expect(
      categories.map(({ Name, IsOptional, IsAccepted }) => [Name, IsOptional, IsAccepted]),
    ).toEqual([
      ['Functional cookies', false, true],
      ['Analytical cookies', true, false],
      ['Marketing cookies', true, false],
    ])
    expect(await one.call('listUserCookies', { path: { userId } })).toEqual(categories)
  })

  it('of another player are refused (J09)', async () => {
    const other = await signedInPlayer(app, registerForm({ Username: 'Nosy' }))
    expect((await other.refused('listUserCookies', { path: { userId } })).items).toEqual([
      'ERROR_NOT_ALLOWED@',
    ])
  })
})

describe('the seeds', () => {
  it('exist once after repeated seeding', async () => {
    const { kysely } = app.services.database
    const rows = await kysely
      .selectFrom('players')
      .select(['email', 'auth_type'])
      .where('deployment', '=', 'local')
      .where('email', 'like', '%@example.com')
      .execute()
    expect(rows).toHaveLength(6)
    expect(rows.filter((row) => row.auth_type === 2).map((row) => row.email)).toEqual([
      'partnered@example.com',
    ])
    const known = await kysely
      .selectFrom('players')
      .select(['deployment', 'username', 'email', 'password_hash'])
      .where('email', 'like', 'known@%')
      .orderBy('deployment')
      .execute()
    expect(known).toEqual(
      [
        ['creative-assembly', 'KnownCreativeAssembly'],
        ['focus', 'KnownFocus'],
        ['relic', 'KnownRelic'],
      ].map(([deployment, username]) => ({
        deployment,
        username,
        email: `known@${deployment}.example`,
        password_hash: null,
      })),
    )
    const short = app.visitor('two-point-studios')
    expect((await short.logIn('player@example.com', 'Welcome2Gate')).Validated).toBe(true)
  })
})
