import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ deployments: { prod: { CustomCookiesManagement: true } } })
})
afterAll(() => app.close())

const notAllowed = { status: 400, items: ['ERROR_NOT_ALLOWED@'] }

async function newPlayer(Username: string, deployment: 'local' | 'prod' = 'local') {
  const visitor = await signedInPlayer(app, registerForm({ Username }), deployment)
  const { Id_User: userId } = await visitor.readToken()
  return { visitor, path: { userId } }
}

const accepted = async (visitor: TestVisitor, path: { userId: number }) =>
  (await visitor.call('listUserCookies', { path })).map((category) => category.IsAccepted)

const journalOf = ({ userId }: { userId: number }) =>
  app.services.database.kysely
    .selectFrom('consents')
    .select(['subject', 'accepted', 'text_version', 'player_id', 'at'])
    .where('player_id', '=', userId)
    .where('subject', 'like', 'cookie %')
    .orderBy('id')
    .execute()

describe('the cookie choices', () => {
  it('accept and reject all optional categories (AT-COOK-04, R-7.2-5)', async () => {
    const { visitor, path } = await newPlayer('Ada')
    expect(await accepted(visitor, path)).toEqual([true, false, false])
    await visitor.call('acceptAllCookies', { path, body: { IsAllReject: false } })
    expect(await accepted(visitor, path)).toEqual([true, true, true])
    await visitor.call('acceptAllCookies', { path, body: { IsAllReject: true } })
    expect(await accepted(visitor, path)).toEqual([true, false, false])
  })

  it('accept and withdraw one category (AT-COOK-07, R-7.2-4)', async () => {
    const { visitor, path } = await newPlayer('Bob')
    await visitor.call('setCookie', { path, body: { Id_Cookie: 2, IsAccepted: true } })
    expect(await accepted(visitor, path)).toEqual([true, true, false])
    await visitor.call('setCookie', { path, body: { Id_Cookie: 2, IsAccepted: false } })
    expect(await accepted(visitor, path)).toEqual([true, false, false])
  })

  it('are kept in a journal with player, choice and time (M01)', async () => {
    const { visitor, path } = await newPlayer('Eve')
    const all = (IsAllReject: boolean) =>
      visitor.call('acceptAllCookies', { path, body: { IsAllReject } })
    const one = (IsAccepted: boolean) =>
      visitor.call('setCookie', { path, body: { Id_Cookie: 3, IsAccepted } })
    const choices: readonly (readonly [() => Promise<unknown>, readonly string[]])[] = [
      [() => all(false), ['cookie 2 true', 'cookie 3 true']],
      [() => all(true), ['cookie 2 false', 'cookie 3 false']],
      [() => one(true), ['cookie 3 true']],
      [() => one(false), ['cookie 3 false']],
    ]
    const expected: object[] = []
    for (const [choose, subjects] of choices) {
      app.clock.advance(60)
      await choose()
      const common = { player_id: path.userId, at: app.clock.now(), text_version: '1' }
      expected.push(...subjects.map((entry) => ({ entry, ...common })))
      const journal = await journalOf(path)
      // Earlier entries stay as they were.
      expect(
        journal.map(({ subject, accepted: value, ...rest }) => ({
          entry: `${subject} ${value}`,
          ...rest,
        })),
      ).toEqual(expected)
    }
  })

  it.each([
    ['that is not optional', 1],
    ['that is unknown', 77],
    ['that no table could hold', 9_007_199_254_740_991],
    ['that is not active', 9],
  ])('refuse a category %s (AT-API-14, R-7.2-4)', async (_, Id_Cookie) => {
    await app.services.database.kysely
      .insertInto('cookies')
      .values({
        deployment: 'local',
        id: 9,
        name: 'Retired cookies',
        description: '',
        is_active: false,
        is_optional: true,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { visitor, path } = await newPlayer(`Cat${Id_Cookie}`.slice(0, 20))
    const body = { Id_Cookie, IsAccepted: false }
    expect(await visitor.refused('setCookie', { path, body })).toEqual(notAllowed)
    await visitor.call('acceptAllCookies', { path, body: { IsAllReject: false } })
    expect((await journalOf(path)).map(({ subject }) => subject)).toEqual(['cookie 2', 'cookie 3'])
  })

  it('remember that the banner was answered (AT-COOK-05, R-7.2-6)', async () => {
    const { visitor, path } = await newPlayer('Max')
    const isSeen = async () =>
      (await visitor.call('readProfile', { path, query: {} })).IsCookiePopupSeen
    expect(await isSeen()).toBe(false)
    await visitor.call('seeCookiePopup', { path, body: {} })
    await visitor.call('seeCookiePopup', { path, body: {} })
    expect(await isSeen()).toBe(true)
  })

  it('of another player are refused, and visitors are refused (J09, R-6.1-9)', async () => {
    const { path } = await newPlayer('Vic')
    const { visitor } = await newPlayer('Mal')
    const choice = { path, body: { Id_Cookie: 2, IsAccepted: true } }
    const all = { path, body: { IsAllReject: false } }
    expect(await visitor.refused('setCookie', choice)).toEqual(notAllowed)
    expect(await visitor.refused('acceptAllCookies', all)).toEqual(notAllowed)
    expect(await visitor.refused('seeCookiePopup', { path, body: {} })).toEqual(notAllowed)
    expect(await app.visitor().refused('setCookie', choice)).toEqual({ status: 401, items: [] })
    expect(await journalOf(path)).toEqual([])
  })

  it('are refused where a consent tool manages them (A-36)', async () => {
    const { visitor, path } = await newPlayer('Tia', 'prod')
    const body = { Id_Cookie: 2, IsAccepted: true }
    expect(await visitor.refused('setCookie', { path, body })).toEqual(notAllowed)
    const all = { path, body: { IsAllReject: false } }
    expect(await visitor.refused('acceptAllCookies', all)).toEqual(notAllowed)
  })
})
