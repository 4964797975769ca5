import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  confirmedPlayer,
  registerForm,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { withoutBinding } from '../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

let app: TestApp
let ada: TestVisitor
let count = 0

beforeAll(async () => {
  app = await startApp({
    deployments: {
      prod: { AccountUrl: 'https://account.prod.test' },
      sandbox: withoutBinding,
      avalanche: { sessionIdleDays: 14 },
    },
  })
})
beforeEach(async () => {
  // A new player, and no limit left over from another test.
  count += 1
  app.clock.advance(hour)
  ada = await signedInPlayer(app, registerForm({ Username: `Ada${count}` }))
})
afterAll(() => app.close())

function inThirtyDays(): string {
  return new Date(app.clock.now().getTime() + 30 * day * 1000).toISOString()
}

async function refreshOf(visitor: TestVisitor, client_id = '') {
  const { Value, Refresh } = await visitor.readToken()
  return { query: { access_token: Value, refresh_token: Refresh, client_id } }
}

async function isAlive(visitor: TestVisitor): Promise<boolean> {
  const response = await visitor.send({ method: 'GET', url: '/api/profile/connects' })
  return response.statusCode === 200
}

describe('the token of a session', () => {
  it('has the six fields, lives thirty days and is never cached (AT-API-09, R-3.3-1)', async () => {
    const token = await ada.readToken()
    expect(token).toEqual({
      Value: expect.stringMatching(/^[\w-]{24}0\.[\w-]{43}$/),
      Refresh: expect.stringMatching(/^[\w-]{67}$/),
      Id_User: expect.any(Number),
      Validated: true,
      Refreshed: false,
      ExprireAt: inThirtyDays(),
    })
    expect(ada.last?.headers['cache-control']).toBe('no-store')
    expect(ada.last?.headers['etag']).toBeUndefined()
  })

  it('is verified with the remaining seconds of the bearer (AT-API-09, R-3.3-7)', async () => {
    const query = { access_token: (await ada.readToken()).Value, client_id: '' }
    app.clock.advance(minute)
    expect(await ada.call('verifyToken', { query })).toEqual({ ExpiresIn: 59 * minute })
    const refused = { status: 400, items: ['ERROR_TOKEN_INVALID@'] }
    for (const access_token of [
      '',
      'x',
      query.access_token.toUpperCase(),
      `${query.access_token}a`,
    ]) {
      expect(await ada.refused('verifyToken', { query: { ...query, access_token } })).toEqual(
        refused,
      )
    }
    const unknownClient = { query: { ...query, client_id: 'unknown' } }
    expect(await ada.refused('verifyToken', unknownClient)).toEqual(refused)
    app.clock.advance(hour)
    expect(await ada.refused('verifyToken', { query })).toEqual(refused)
  })

  it('is refused without the session’s cookie, with another one and with two', async () => {
    const { identity } = ada
    const secret = ada.jar.get('sso_session') ?? ''
    const unknown = { path: { identity: 'x'.repeat(43) } }
    expect((await ada.refused('readToken', unknown)).status).toBe(404)
    const read = (cookie: string) =>
      app.visitor().send({ method: 'GET', url: `/api/token/${identity}`, headers: { cookie } })
    expect((await read(`sso_session=${secret}`)).statusCode).toBe(200)
    const bea = await signedInPlayer(app, registerForm({ Username: `Bea${count}` }))
    const wrong = ['', 'wrong', `${secret}; sso_session=evil`, bea.jar.get('sso_session') ?? '']
    for (const cookie of wrong.map((value) => (value === '' ? '' : `sso_session=${value}`))) {
      const response = await read(cookie)
      expect([response.statusCode, response.body]).toEqual([404, '{}'])
    }
    expect((await ada.send({ method: 'GET', url: '/api/token/' })).statusCode).toBe(404)
  })

  it('contains the same bearer for parallel tabs and a new one after half of its life', async () => {
    const first = await ada.readToken()
    expect((await ada.readToken()).Value).toBe(first.Value)
    app.clock.advance(31 * minute)
    const [second, third] = await Promise.all([ada.readToken(), ada.readToken()])
    expect(second.Value).not.toBe(first.Value)
    expect(third.Value).toBe(second.Value)
    ada.bearer = first.Value
    expect(await isAlive(ada)).toBe(true)
    app.clock.advance(30 * minute)
    expect(await isAlive(ada)).toBe(false)
    ada.bearer = second.Value
    expect(await isAlive(ada)).toBe(true)
  })

  it('ends thirty days after the log-in, used or not (F14)', async () => {
    const idle = await signedInPlayer(app, registerForm({ Username: 'Idle' }))
    for (let days = 0; days < 29; days += 1) {
      app.clock.advance(day)
      expect((await ada.readToken()).Validated).toBe(true)
    }
    expect(await idle.readToken()).toMatchObject({ Validated: true })
    expect(await isAlive(idle)).toBe(true)
    app.clock.advance(day)
    expect(await ada.readToken()).toMatchObject({ Validated: false, Value: '', Refresh: '' })
    expect(await idle.readToken()).toMatchObject({ Validated: false, Value: '', Refresh: '' })
  })

  it('ends after the days without use that a deployment sets (F14)', async () => {
    const idle = await signedInPlayer(app, registerForm({ Username: 'Idle' }), 'avalanche')
    const busy = await signedInPlayer(app, registerForm({ Username: 'Busy' }), 'avalanche')
    for (let days = 0; days < 14; days += 1) {
      app.clock.advance(day)
      expect((await busy.readToken()).Validated).toBe(true)
    }
    expect(await isAlive(busy)).toBe(true)
    expect(await idle.readToken()).toMatchObject({ Validated: false, Value: '' })
  })

  it('ends at once with a ban (F12)', async () => {
    const refresh = await refreshOf(ada)
    await app.services.database.kysely
      .updateTable('players')
      .set({ banned_at: app.clock.now() })
      .where('username', '=', `Ada${count}`)
      .execute()
    expect(await isAlive(ada)).toBe(false)
    expect((await ada.refused('refreshToken', refresh)).items).toEqual([
      'ERROR_TOKEN_USER_INVALID@',
    ])
    expect((await ada.readToken()).Validated).toBe(false)
  })

  it('needs a cookie that is bound to the host on https', async () => {
    const form = await confirmedPlayer(app, registerForm({ Username: 'Bea' }), 'prod')
    const visitor = app.visitor('prod')
    await visitor.logIn('Bea', form.Password)
    expect([...visitor.jar.keys()]).toContain('__Host-sso_session')
    const session = visitor.last
    expect(session?.statusCode).toBe(200)
  })

  it('needs no cookie where the deployment does not bind sessions (M-1)', async () => {
    const form = await confirmedPlayer(app, registerForm({ Username: 'Bea' }), 'sandbox')
    const visitor = app.visitor('sandbox')
    const token = await visitor.logIn('Bea', form.Password)
    expect(visitor.jar.has('sso_session')).toBe(false)
    expect(token.Validated).toBe(true)
    const { AccessToken } = await visitor.call('refreshToken', await refreshOf(visitor))
    visitor.identity = AccessToken
    expect((await visitor.readToken()).Value).not.toBe(token.Value)
    expect(await isAlive(visitor)).toBe(true)
  })
})

describe('a refresh', () => {
  it('replaces the session: the old bearer ends and the new session id works', async () => {
    const before = ada.bearer
    const { AccessToken } = await ada.call('refreshToken', await refreshOf(ada))
    expect(await isAlive(ada)).toBe(false)
    ada.identity = AccessToken
    const token = await ada.readToken()
    expect(token).toMatchObject({ Validated: true, Refreshed: false })
    expect(token.Value).not.toBe(before)
    expect(await isAlive(ada)).toBe(true)
  })

  it('marks the old session as refreshed and returns no secret of it', async () => {
    const old = new Map(ada.jar)
    await ada.call('refreshToken', await refreshOf(ada))
    for (const [name, value] of old) ada.jar.set(name, value)
    expect(await ada.readToken()).toMatchObject({ Refreshed: true, Value: '', Refresh: '' })
  })

  it('gives the same successor to a repeat within ten seconds, with the old or new cookie (T33)', async () => {
    const refresh = await refreshOf(ada)
    const old = new Map(ada.jar)
    const [one, two] = await Promise.all([
      ada.call('refreshToken', refresh),
      ada.call('refreshToken', refresh),
    ])
    expect(two).toEqual(one)
    app.clock.advance(10)
    expect(await ada.call('refreshToken', refresh)).toEqual(one)
    for (const [name, value] of old) ada.jar.set(name, value)
    expect(await ada.call('refreshToken', refresh)).toEqual(one)
    ada.identity = one.AccessToken
    expect((await ada.readToken()).Validated).toBe(true)
  })

  it('gives the same successor for two minutes to a browser that never got it', async () => {
    const refresh = await refreshOf(ada)
    const old = new Map(ada.jar)
    const answer = await ada.call('refreshToken', refresh)
    for (const seconds of [16, 44, 60]) {
      app.clock.advance(seconds)
      for (const [name, value] of old) ada.jar.set(name, value)
      expect(await ada.call('refreshToken', refresh)).toEqual(answer)
    }
    app.clock.advance(1)
    expect((await ada.refused('refreshToken', refresh)).items).toEqual([
      'ERROR_TOKEN_INVALID_REFRESH@',
    ])
  })

  it('ends the whole family when repeated later, and the player gets a mail (F04)', async () => {
    const refresh = await refreshOf(ada)
    ada.identity = (await ada.call('refreshToken', refresh)).AccessToken
    await ada.readToken()
    app.clock.advance(11)
    expect((await ada.refused('refreshToken', refresh)).items).toEqual([
      'ERROR_TOKEN_INVALID_REFRESH@',
    ])
    expect(await isAlive(ada)).toBe(false)
    expect(await ada.readToken()).toMatchObject({ Validated: false, Value: '' })
    const mails = await app.mails(`ada${count}@site.test`)
    expect(mails.at(-1)?.subject).toBe('You were logged out of Gatehouse Local')
    expect(app.logged.join('')).toContain('"event":"refresh_token.reused"')
  })

  it('is refused with another bearer, client, cookie or deployment, and the session goes on (F06)', async () => {
    const { query } = await refreshOf(ada)
    const bea = await signedInPlayer(app, registerForm({ Username: `Bea${count}` }))
    const hers = await refreshOf(bea)
    const refused = ['ERROR_TOKEN_INVALID_REFRESH@']
    const items = async (visitor: TestVisitor, changed: Partial<typeof query>) =>
      (await visitor.refused('refreshToken', { query: { ...query, ...changed } })).items
    expect(await items(ada, { access_token: hers.query.access_token })).toEqual(refused)
    expect(await items(ada, { refresh_token: hers.query.refresh_token })).toEqual(refused)
    expect(await items(ada, { client_id: 'unknown' })).toEqual(refused)
    expect(await items(ada, { access_token: '' })).toEqual(refused)
    expect(await items(ada, { refresh_token: '' })).toEqual(refused)
    expect(await items(bea, {})).toEqual(refused)
    expect(await items(app.visitor(), {})).toEqual(refused)
    expect(await items(app.visitor('prod'), {})).toEqual(refused)
    expect(await isAlive(ada)).toBe(true)
  })

  it('accepts an expired bearer of the session', async () => {
    const refresh = await refreshOf(ada)
    const expires = inThirtyDays()
    app.clock.advance(2 * hour)
    expect(await isAlive(ada)).toBe(false)
    ada.identity = (await ada.call('refreshToken', refresh)).AccessToken
    expect((await ada.readToken()).ExprireAt).toBe(expires)
  })

  it('leaves no living successor beside a log-out at the same moment (F09)', async () => {
    const refresh = await refreshOf(ada)
    const { Id_User: userId } = await ada.readToken()
    const other = app.visitor()
    for (const [name, value] of ada.jar) other.jar.set(name, value)
    other.bearer = ada.bearer
    const [refreshed] = await Promise.allSettled([
      ada.call('refreshToken', refresh),
      other.call('logOut', { path: { userId }, body: {} }),
    ])
    const living = await app.services.database.kysely
      .selectFrom('sessions')
      .select('id')
      .where('player_id', '=', userId)
      .where('revoked_at', 'is', null)
      .execute()
    // The log-out may have come too late for its bearer; then the successor is the player's own.
    const isLoggedOut = other.last?.statusCode === 200
    expect(living).toHaveLength(isLoggedOut ? 0 : 2)
    expect(refreshed.status === 'fulfilled' || isLoggedOut).toBe(true)
  })

  it('stores no secret of a session in the database', async () => {
    const token = await ada.readToken()
    const secrets = [ada.identity, token.Value, token.Refresh, ...ada.jar.values()]
    const { kysely } = app.services.database
    const rows = [
      ...(await kysely.selectFrom('sessions').selectAll().execute()),
      ...(await kysely.selectFrom('access_tokens').selectAll().execute()),
    ]
    const dump = rows
      .flatMap((row) => Object.values(row))
      .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString() : String(value)))
    for (const secret of secrets) {
      expect(dump.some((text) => text.includes(secret))).toBe(false)
      // Without the player's id and the epoch before it.
      expect(dump.some((text) => text.includes(secret.slice(-43)))).toBe(false)
    }
  })
})
