import { rm } from 'node:fs/promises'
import { brotliDecompressSync } from 'node:zlib'
import { sessionAnswersHeader } from '@gatehouse/contract/headers'
import type { DocumentRequest } from '@gatehouse/contract/serverPages'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { floodCosts } from '../../src/http/floodLimiter.ts'
import { limits } from '../../src/platform/config/settings.ts'
import { enrolledPlayer, firstStep, stepBody, strong } from '../fixtures/enrolled.ts'
import { fakePortal } from '../fixtures/fakePortal.ts'
import { registerForm, samplePassword, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { withoutBinding } from '../fixtures/testClient.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'
import { codeAt } from '../fixtures/totp.ts'

/* A document, or the answer of a log-in, brings what a session begins with. */

let folder: string
let app: TestApp
const day = 24 * 3600

beforeAll(async () => {
  folder = await fakePortal()
  app = await startApp({
    settings: { PORTAL_DIST: folder },
    deployments: {
      local: { ...strong, Languages: 'en,ja', sessionIdleDays: 14 },
      preprod: { AccountApiUrl: 'https://api.preprod.test' },
      sandbox: withoutBinding,
    },
  })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

/** The headers of a browser that opens a page in a tab, from the address bar. */
const visit = {
  accept: 'text/html',
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}

interface Asked {
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: 'GET' | 'HEAD'
  /** The cookies of this one go along. */
  readonly as?: TestVisitor
}

const cookiesOf = ({ jar, identity }: TestVisitor) =>
  [...new Map(jar).set('sso_identity', identity)].map((cookie) => cookie.join('=')).join('; ')

const documentFor = (visitor: TestVisitor, asked: Asked = {}) =>
  visitor.send({
    method: asked.method ?? 'GET',
    url: asked.url ?? '/account',
    headers: {
      ...visit,
      cookie: cookiesOf(asked.as ?? visitor),
      authorization: '',
      ...asked.headers,
    },
  })

/** The request to the renderer, and the answer's rule for caches. */
async function read(visitor: TestVisitor, asked: Asked = {}) {
  const { body, headers } = await documentFor(visitor, asked)
  const { answers, screen, language } = JSON.parse(body.slice(body.indexOf('{'))) as DocumentRequest
  return { answers, screen, language, cache: headers['cache-control'], body }
}

const unknown = { answers: undefined, screen: null }
const nothing = { ...unknown, cache: 'no-cache' }
const player = (Username: string) => signedInPlayer(app, registerForm({ Username }))

describe('the document of a player’s screen', () => {
  it('has what the three calls answer, and its player’s language', async () => {
    const ada = await player('Ada')
    const userId = (await ada.readToken()).Id_User
    await ada.call('setLanguage', { body: { Language: 'ja' } })
    ada.jar.delete('sso_sites')
    const { answers, screen, language, cache } = await read(ada)
    expect(answers).toEqual({
      ApiUrl: ada.deployment.configuration.AccountApiUrl,
      Identity: ada.identity,
      Token: await ada.readToken(),
      User: await ada.call('readProfile', { path: { userId }, query: { include: 'Block' } }),
      Connects: await ada.call('listConnections', {}),
    })
    expect([screen, language, cache]).toEqual([{ isConsentGiven: false }, 'ja', 'no-store'])
    // As the call would have done, for sign-ins at clients.
    await documentFor(ada)
    expect(ada.jar.has('sso_sites')).toBe(true)
  })

  it('has no screen where its player is sent on, but the answers', async () => {
    const bea = await player('Bea')
    for (const url of ['/', '/login', '/register']) {
      const { answers, screen, cache } = await read(bea, { url })
      expect([url, answers?.User.Username, screen, cache]).toEqual([url, 'Bea', null, 'no-store'])
    }
    const consented = `${cookiesOf(bea)}; sso_consent_given=1`
    const { screen } = await read(bea, { headers: { cookie: consented } })
    expect(screen).toEqual({ isConsentGiven: true })
  })

  it('is compressed for its browser alone', async () => {
    const { headers, rawPayload } = await documentFor(await player('Cleo'), {
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(rawPayload).toString()).toContain('"Username":"Cleo"')
  })

  it('brings nothing to another site, a frame, a script, or a browser that fetches ahead (Q80)', async () => {
    const dora = await player('Dora')
    const marks: readonly Readonly<Record<string, string>>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': '' },
      { 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-dest': 'embed' },
      { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-dest': 'script', 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-mode': 'same-origin' },
      { 'sec-purpose': 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-moz': 'prefetch' },
      { cookie: `sso_identity=${dora.identity}` },
      { cookie: `sso_session=${dora.jar.get('sso_session')}` },
      { cookie: `${cookiesOf(dora)}; sso_identity=x` },
      { cookie: `sso_session=x; ${cookiesOf(dora)}` },
    ]
    for (const headers of marks) {
      const { body, cache, ...got } = await read(dora, { headers })
      expect(cache).toContain('no-cache')
      expect([headers, got]).toMatchObject([headers, unknown])
      expect(body).not.toContain('Dora')
    }
    // A program, or a browser without such marks.
    const { body } = await dora.send({
      method: 'GET',
      url: '/account',
      headers: { accept: 'text/html', cookie: cookiesOf(dora) },
    })
    expect(body).not.toContain('Dora')
    const head = await documentFor(dora, { method: 'HEAD' })
    expect(head.headers['cache-control']).toBe('no-cache')
  })

  it('brings nothing at a path that acts on load, takes a secret, or does not exist (Q81)', async () => {
    const eve = await player('Eve')
    for (const url of [
      '/account/logout',
      '/account/x.css',
      '/account/',
      '/account%2f',
      '/account;x.js',
      '/confirm-email?uid=x',
      '/password-recovery/reset?token=x',
      '/account/update-email/confirm?uid=x',
      '/steam/callback?code=x',
      '/oauth',
      '/errors/not-found',
    ]) {
      const { body, ...got } = await read(eve, { url })
      expect([url, got]).toMatchObject([url, nothing])
      expect(body).not.toContain('Eve')
    }
    // A query is no part of the path, and no cache may keep the answer for its name.
    expect((await read(eve, { url: '/account?x=/a.css' })).cache).toBe('no-store')
  })

  it('is never another player’s: in turns, at once, and in one browser after another (Q82)', async () => {
    const [faye, gil] = [await player('Faye'), await player('Gil')]
    const inTurns = [faye, gil, faye, gil, gil, faye]
    const got = await Promise.all(inTurns.map((one) => read(one)))
    expect(got.map(({ answers }) => answers?.User.Username)).toEqual([
      'Faye',
      'Gil',
      'Faye',
      'Gil',
      'Gil',
      'Faye',
    ])
    for (const [at, { body }] of got.entries()) {
      expect(body).not.toContain(inTurns[at] === faye ? 'Gil' : 'Faye')
    }
    // The one's session with the other's id, both ways.
    for (const [one, other] of [
      [faye, gil],
      [gil, faye],
    ] as const) {
      const cookie = cookiesOf(one).replace(one.identity, other.identity)
      const { body, ...rest } = await read(one, { headers: { cookie } })
      expect(rest).toMatchObject(nothing)
      expect(body).not.toMatch(/Faye|Gil/)
    }
    // A visitor who comes afterwards, and the same browser with another player in it.
    const { body } = await read(app.visitor(), { headers: { cookie: '' } })
    expect(body).not.toMatch(/Faye|Gil/)
    const browser = app.visitor()
    await browser.logIn('Faye', samplePassword)
    expect((await read(browser)).answers?.User.Username).toBe('Faye')
    const before = cookiesOf(browser)
    await browser.call('logOut', {
      path: { userId: (await browser.readToken()).Id_User },
      body: {},
    })
    expect(await read(browser, { headers: { cookie: before } })).toMatchObject(nothing)
    browser.bearer = null
    await browser.logIn('Gil', samplePassword)
    expect((await read(browser)).answers?.User.Username).toBe('Gil')
    expect(await read(browser, { headers: { cookie: before } })).toMatchObject(nothing)
  })

  it('brings nothing of a session that is over: refreshed, idle, banned, frozen (Q83)', async () => {
    const isLet = async (visitor: TestVisitor) => (await read(visitor)).answers !== undefined
    const hal = await player('Hal')
    const { Value, Refresh } = await hal.readToken()
    const old = cookiesOf(hal)
    const { AccessToken } = await hal.call('refreshToken', {
      query: { access_token: Value, refresh_token: Refresh, client_id: '' },
    })
    expect(await read(hal, { headers: { cookie: old } })).toMatchObject(nothing)
    hal.identity = AccessToken
    expect(await isLet(hal)).toBe(true)
    app.clock.advance(15 * day)
    expect(await isLet(hal)).toBe(false)

    const ida = await player('Ida')
    expect(await isLet(ida)).toBe(true)
    const { Id_User } = await ida.readToken()
    const { kysely } = app.services.database
    const bar = (bannedAt: Date | null) =>
      kysely.updateTable('players').set({ banned_at: bannedAt }).where('id', '=', Id_User).execute()
    await bar(app.clock.now())
    expect(await isLet(ida)).toBe(false)
    await bar(null)
    expect(await isLet(ida)).toBe(true)

    const jo = await player('Jo')
    const { answers } = await read(jo)
    await jo.call('freeze', { body: {} })
    expect(await isLet(jo)).toBe(false)
    // The token of the earlier document opens nothing any more.
    jo.bearer = answers?.Token.Value ?? null
    expect((await jo.refused('listConnections', {})).status).toBe(401)
  })

  it('brings nothing at another deployment, or where the account API is another host’s (Q84)', async () => {
    const kim = await player('Kim')
    for (const other of ['prod', 'preprod', 'sandbox'] as const) {
      expect(await read(app.visitor(other), { as: kim })).toMatchObject(nothing)
    }
    const lea = await signedInPlayer(app, registerForm({ Username: 'Lea' }), 'sandbox')
    const headers = { cookie: `${cookiesOf(lea)}; sso_session=${lea.identity}` }
    expect(await read(lea, { headers })).toMatchObject(nothing)
  })

  it('has a token like any other: as long, refreshed once, and in the same family (Q85)', async () => {
    const max = await player('Max')
    const token = (await read(max)).answers?.Token
    if (token === undefined) throw new Error('The document has no token.')
    expect(token).toEqual(await max.readToken())
    app.clock.advance(3600)
    max.bearer = token.Value
    expect((await max.refused('listConnections', {})).status).toBe(401)
    const query = { access_token: token.Value, refresh_token: token.Refresh, client_id: '' }
    const { AccessToken } = await max.call('refreshToken', { query })
    max.identity = AccessToken
    const renewed = (await read(max)).answers?.Token
    expect(renewed?.Value).not.toBe(token.Value)
    // A thief who has found the old one ends the family, the new document's token included.
    app.clock.advance(60)
    await max.refused('refreshToken', { query })
    max.bearer = renewed?.Value ?? null
    expect((await max.refused('listConnections', {})).status).toBe(401)
    expect(await read(max)).toMatchObject(nothing)
  })

  it('costs the flood limit more than its calls, with cookies of any kind (Q86)', async () => {
    const one = await startApp({ nodes: 1, settings: { PORTAL_DIST: folder } })
    const ask = () =>
      one.visitor('local', '198.51.100.9').send({
        method: 'GET',
        url: '/account',
        headers: { ...visit, cookie: 'sso_session=x; sso_identity=y' },
      })
    const pages = Math.floor(limits.flood.max / floodCosts['player-page'])
    for (let sent = 0; sent < pages; sent += 1) expect((await ask()).statusCode).toBe(200)
    expect((await ask()).statusCode).toBe(429)
    expect(floodCosts['player-page']).toBeGreaterThan(floodCosts.page + 3 * floodCosts.call)
    await one.close()
  })
})

describe('the answer of a log-in', () => {
  const wish = { [sessionAnswersHeader]: '1' }
  const logIn = (visitor: TestVisitor, UsernameOrEmail: string, given: object = {}) =>
    visitor.send({
      method: 'POST',
      url: '/api/log/log-in',
      payload: logInForm({ UsernameOrEmail, Password: samplePassword, ...given }),
      headers: wish,
    })

  it('has what the session begins with only where it was asked for (Q87)', async () => {
    await player('Nia')
    const visitor = app.visitor()
    const { Created } = await visitor.call('logIn', {
      body: logInForm({ UsernameOrEmail: 'Nia', Password: samplePassword }),
    })
    expect(JSON.parse(visitor.last?.body ?? '')).toEqual({ Created })
    const other = app.visitor()
    const answer = await logIn(other, 'Nia')
    const { Created: identity, Answers } = answer.json<{
      readonly Created: string
      readonly Answers: NonNullable<DocumentRequest['answers']>
    }>()
    other.identity = identity
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(Answers).toMatchObject({ Identity: identity, User: { Username: 'Nia' } })
    expect(Answers.Token).toEqual(await other.readToken())
    expect([...other.jar.keys()]).toEqual(expect.arrayContaining(['sso_session', 'sso_sites']))
  })

  it('lacks what the database does not give, and the log says so', async () => {
    await player('Olga')
    const { kysely } = app.services.database
    await sql`alter table connections rename to hidden`.execute(kysely)
    const answer = await logIn(app.visitor(), 'Olga')
    await sql`alter table hidden rename to connections`.execute(kysely)
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([200, ['Created']])
    expect(app.logged.some((line) => line.includes('session.answers_failed'))).toBe(true)
  })

  it('has nothing for a wrong password, and before the second step (Q87)', async () => {
    await player('Oda')
    const wrong = await logIn(app.visitor(), 'Oda', { Password: 'Wrong7Horses' })
    expect(wrong.body).not.toMatch(/Answers|Oda/)
    const enrolled = await enrolledPlayer(app, 'Pia')
    const { secret, name } = enrolled
    const visitor = app.visitor('local', '198.51.100.77')
    expect((await logIn(visitor, name)).body).not.toMatch(/Answers|Email|Refresh/)
    const step = await firstStep(visitor, name)
    app.clock.advance(30)
    const body = stepBody(step, { Code: codeAt(secret, app.clock.now()) }).body
    const done = await visitor.send({
      method: 'POST',
      url: '/api/log/second-step',
      payload: body,
      headers: wish,
    })
    expect(done.json()).toMatchObject({ Answers: { User: { Username: name } } })
  })
})
