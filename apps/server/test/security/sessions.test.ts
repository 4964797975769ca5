import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gatehouse } from '../fixtures/processes/runGatehouse.ts'
import {
  confirmedPlayer,
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { TestSite } from '../fixtures/testClient.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

/* Attacks on sessions and their tokens. */

const connects = '/api/profile/connects'
const deadRefresh = ['ERROR_TOKEN_INVALID_REFRESH@']
const deadToken = { status: 400, items: ['ERROR_TOKEN_INVALID@'] }

let app: TestApp
let ada: TestVisitor
let count = 0

beforeAll(async () => {
  app = await startApp({
    settings: { LIMITS: 'off' },
    deployments: { prod: { AccountUrl: 'https://account.prod.test' } },
  })
})
beforeEach(async () => {
  count += 1
  ada = await signedInPlayer(app, registerForm({ Username: `Ada${count}` }))
})
afterAll(() => app.close())

async function refreshOf(visitor: TestVisitor) {
  const { Value, Refresh } = await visitor.readToken()
  return { query: { access_token: Value, refresh_token: Refresh, client_id: '' } }
}

const verify = (access_token: string, visitor = app.visitor()) =>
  visitor.refused('verifyToken', { query: { access_token, client_id: '' } })
const statusOf = async (visitor: TestVisitor, authorization = `Bearer ${visitor.bearer}`) =>
  (await visitor.send({ method: 'GET', url: connects, headers: { authorization } })).statusCode

/** Another browser of the same player. */
async function elsewhere(): Promise<TestVisitor> {
  const visitor = app.visitor()
  await visitor.logIn(`Ada${count}`, samplePassword)
  return visitor
}

/** The same browser, in front of another server. */
function sameBrowser(visitor: TestVisitor, beside: TestApp): TestVisitor {
  const copy = beside.visitor()
  for (const [name, value] of visitor.jar) copy.jar.set(name, value)
  copy.identity = visitor.identity
  copy.bearer = visitor.bearer
  return copy
}

it('a log-in replaces a session that an attacker has set in the browser (F01)', async () => {
  const mal = app.visitor()
  await signedInPlayer(app, registerForm({ Username: `Mal${count}` }))
  await mal.logIn(`Mal${count}`, samplePassword)
  const player = app.visitor()
  for (const [name, value] of mal.jar) player.jar.set(name, value)
  player.identity = mal.identity
  const token = await player.logIn(`Ada${count}`, samplePassword)
  expect(player.identity).not.toBe(mal.identity)
  expect(player.jar.get('sso_session')).not.toBe(mal.jar.get('sso_session'))
  expect(token.Id_User).not.toBe((await mal.readToken()).Id_User)
  // The attacker's values still open the attacker's own session, and no other.
  const path = { identity: player.identity }
  expect((await mal.refused('readToken', { path })).status).toBe(404)

  // A second log-in in the same browser ends the first session's values.
  const before = { identity: ada.identity, bearer: ada.bearer, jar: new Map(ada.jar) }
  await ada.logIn(`Ada${count}`, samplePassword)
  expect(ada.identity).not.toBe(before.identity)
  expect(await statusOf(ada, `Bearer ${before.bearer}`)).toBe(401)
  for (const [name, value] of before.jar) ada.jar.set(name, value)
  ada.identity = before.identity
  expect(await ada.readToken()).toMatchObject({ Value: '', Refresh: '' })
})

it('a cookie from a sibling domain opens no session, because only one __Host- cookie counts (F03)', async () => {
  await confirmedPlayer(app, registerForm({ Username: 'Bea' }), 'prod')
  const bea = app.visitor('prod')
  await bea.logIn('Bea', samplePassword)
  const secret = bea.jar.get('__Host-sso_session') ?? ''
  const read = async (cookie: string) => {
    const url = `/api/token/${bea.identity}`
    return (await bea.send({ method: 'GET', url, headers: { cookie } })).statusCode
  }
  const own = `__Host-sso_session=${secret}`
  expect(await read(own)).toBe(200)
  expect(await read(`${own}; sso_session=evil; sid=evil`)).not.toBe(500)
  for (const cookies of [
    `sso_session=${secret}`,
    `sid=${secret}`,
    `__host-sso_session=${secret}`,
    `__Host-sso_session=evil; ${own}`,
    `${own}; __Host-sso_session=evil`,
    `${own}; __Host-sso_session=${secret}`,
  ]) {
    expect([cookies, await read(cookies)]).toEqual([cookies, 404])
  }
})

it('a second use of an old refresh value after ten seconds ends the successor and the whole family (F04)', async () => {
  const first = await refreshOf(ada)
  const old = new Map(ada.jar)
  ada.identity = (await ada.call('refreshToken', first)).AccessToken
  const second = await refreshOf(ada)
  const thief = app.visitor()
  for (const [name, value] of old) thief.jar.set(name, value)
  app.clock.advance(11)
  expect(await thief.refused('refreshToken', first)).toEqual({ status: 400, items: deadRefresh })
  expect((await ada.refused('refreshToken', second)).items).toEqual(deadRefresh)
  expect(await statusOf(ada)).toBe(401)
  const mails = await app.mails(`ada${count}@site.test`)
  expect(mails.at(-1)?.subject).toBe('You were logged out of Gatehouse Local')
})

it('a log-out ends bearer, session id and refresh value at once on both servers (F09)', async () => {
  const beside = await startApp({ beside: app })
  const there = sameBrowser(ada, beside)
  const refresh = await refreshOf(ada)
  const cookies = [...ada.jar]
  expect(await statusOf(there)).toBe(200)
  const { Id_User: userId } = await ada.readToken()
  await ada.call('logOut', { path: { userId }, body: {} })
  for (const visitor of [ada, there]) {
    for (const [name, value] of cookies) visitor.jar.set(name, value)
    expect(await statusOf(visitor)).toBe(401)
    visitor.bearer = null
    expect(await verify(refresh.query.access_token, visitor)).toEqual(deadToken)
    expect((await visitor.refused('refreshToken', refresh)).items).toEqual(deadRefresh)
    expect(await visitor.readToken()).toMatchObject({ Validated: false, Value: '', Refresh: '' })
  }
  await beside.close()
})

it('an operator’s ban and a deletion end three sessions at once and log in to no client (F12)', async () => {
  const site = new TestSite(app)
  const sessionsOf = async () => [ada, await elsewhere(), await elsewhere()]
  const areOver = async (sessions: readonly TestVisitor[]) => {
    for (const visitor of sessions) {
      expect(await statusOf(visitor)).toBe(401)
      const end = await site.follow(visitor, (await site.begin({ prompt: 'none' })).path)
      expect(end.searchParams.get('error')).toBe('login_required')
    }
  }
  const banned = await sessionsOf()
  const refreshes = await Promise.all(banned.map(refreshOf))
  const order = `players ban Ada${count} --deployment local --why F12`
  expect(await gatehouse(app, order)).toMatchObject({ exitCode: 0 })
  await areOver(banned)
  for (const [at, visitor] of banned.entries()) {
    const refresh = refreshes[at]
    if (refresh) visitor.bearer = null
    const refused = refresh && (await visitor.refused('refreshToken', refresh))
    expect(refused?.items).toEqual(['ERROR_TOKEN_USER_INVALID@'])
  }
  const body = logInForm({ UsernameOrEmail: `Ada${count}`, Password: samplePassword })
  expect((await app.visitor().refused('logIn', { body })).items).toEqual(['ERROR_USER_BANNED@'])

  count += 1000
  ada = await signedInPlayer(app, registerForm({ Username: `Ada${count}` }))
  const left = await sessionsOf()
  const { Id_User: userId } = await ada.readToken()
  await ada.call('deleteUser', {
    path: { userId },
    body: {
      Password: samplePassword,
      Email: `ada${count}@site.test`,
      Id_DeletionType: null,
      DeletionReason: '',
    },
  })
  await areOver(left)
  count -= 1000
})

it.each([
  ['by a command', () => gatehouse(app, `players unban Ada${count} --deployment local --why test`)],
  ['by its end', () => Promise.resolve(app.clock.advance(61))],
])(
  'a ban that is lifted %s gives the account to its password alone, and revives no session and no token of a client',
  async (_, lift) => {
    const site = new TestSite(app)
    const { accessToken } = await site.signIn(ada)
    const sessions = [ada, await elsewhere()]
    const refreshes = await Promise.all(sessions.map(refreshOf))
    const until = new Date(app.clock.now().getTime() + 60_000).toISOString()
    await gatehouse(app, `players ban Ada${count} --deployment local --until ${until} --why test`)
    await lift()
    await elsewhere()
    for (const [at, visitor] of sessions.entries()) {
      expect(await statusOf(visitor)).toBe(401)
      expect(await visitor.readToken()).toMatchObject({ Validated: false, Value: '' })
      visitor.bearer = null
      const refresh = refreshes[at]
      const refused = refresh && (await visitor.refused('refreshToken', refresh))
      expect(refused?.items).toEqual(deadRefresh)
    }
    await expect(site.userInfo(accessToken)).rejects.toThrow(/./)
  },
)

it('a session ends after thirty days, refreshed every day or unused (F14)', async () => {
  const idle = await elsewhere()
  expect(await idle.readToken()).toMatchObject({ Validated: true })
  const day = 24 * 3600
  for (let days = 1; days < 30; days += 1) {
    app.clock.advance(day)
    ada.identity = (await ada.call('refreshToken', await refreshOf(ada))).AccessToken
    expect((await idle.send({ method: 'GET', url: connects })).statusCode).toBe(401)
  }
  const last = await refreshOf(ada)
  app.clock.advance(day)
  expect((await ada.refused('refreshToken', last)).items).toEqual(deadRefresh)
  expect(await ada.readToken()).toMatchObject({ Validated: false })
  expect(await idle.readToken()).toMatchObject({ Validated: false, Value: '' })
})

it('a restarted server makes new random secrets and accepts earlier values once (F19)', async () => {
  const site = new TestSite(app)
  const begun = await site.begin()
  const callback = await site.follow(ada, begun.path)
  await app.visitor().call('recoverPassword', { body: { email: `ada${count}@site.test` } })
  const Token = await linkToken(app, `ada${count}@site.test`)
  const first = await startApp({ beside: app })
  const before = await secretsOf(first)
  await first.close()
  const restarted = await startApp({ beside: app })
  const after = await secretsOf(restarted)
  expect(new Set([...before, ...after]).size).toBe(before.length + after.length)
  for (const secret of after) expect(secret).toMatch(/[\w-]{40}/)

  const there = new TestSite(restarted)
  expect((await there.exchange(begun, callback)).claims.sub).toBeTruthy()
  await expect(there.exchange(begun, callback)).rejects.toThrow(/error/)
  const Password = 'Another9Battery'
  const recovery = { body: { Token, Password, Confirm: Password } }
  await restarted.visitor().call('validatePasswordRecovery', recovery)
  expect((await app.visitor().refused('validatePasswordRecovery', recovery)).items).toEqual([
    'ERROR_PASSWORD_RECOVERY_NOTEXISTS@',
  ])
  await restarted.close()
})

describe('a player without a list of sessions (F20)', () => {
  it('ends another session by its log-out and all others by a new password', async () => {
    const [other, stolen] = [await elsewhere(), app.visitor()]
    const { Id_User: userId } = await other.readToken()
    await other.call('logOut', { path: { userId }, body: {} })
    expect(await statusOf(other)).toBe(401)
    const third = await elsewhere()
    for (const [name, value] of third.jar) stolen.jar.set(name, value)
    stolen.identity = third.identity
    expect((await stolen.readToken()).Validated).toBe(true)
    const Password = 'Another9Battery'
    await ada.call('resetPassword', { body: { Password, ConfirmPassword: Password } })
    expect(await statusOf(ada)).toBe(200)
    expect(await statusOf(stolen)).toBe(401)
    expect(await stolen.readToken()).toMatchObject({ Validated: false, Value: '', Refresh: '' })
    const mail = (await app.mails(`ada${count}@site.test`)).at(-1)
    expect(mail?.subject).toMatch(/password was changed$/)
  })
})

/** The random values of a log-in. */
async function secretsOf(server: TestApp): Promise<readonly string[]> {
  const visitor = server.visitor()
  const { Value, Refresh } = await visitor.logIn(`Ada${count}`, samplePassword)
  const { state } = await new TestSite(server).begin()
  return [visitor.identity, Value, Refresh, visitor.jar.get('sso_session') ?? '', state]
}
