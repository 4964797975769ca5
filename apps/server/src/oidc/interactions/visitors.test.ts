import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bounds, lifetimes } from '@gatehouse/contract/limits'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { TestSite } from '../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { whatIsLeft } from '../../../test/fixtures/whatIsLeft.ts'

const requests = 1000

let app: TestApp
let pass: (seconds: number) => void
let site: TestSite
let count = 0

beforeAll(async () => {
  app = await startApp()
  site = new TestSite(app)
  pass = shareClock(app.clock)
  // The first request of a deployment makes its signing key.
  await site.follow(app.visitor(), (await site.begin()).path)
})
beforeEach(() => {
  pass(3600)
  count += 1
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

/** The bytes of what the provider keeps; rows that were deleted again have left theirs. */
async function bytes(): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select sum(pg_relation_size(oid)) as bytes from pg_class
    where relname in ('oidc_artifacts', 'client_sessions', 'sessions')
      and relnamespace = 'public'::regnamespace`.execute(app.services.database.kysely)
  return Number(rows[0]?.bytes)
}

/** The end of a request with a state and a nonce of so many characters. */
async function endOf(given: Record<string, string>): Promise<URL> {
  return site.follow(app.visitor(), (await site.begin(given)).path)
}

/** What the page says to a player whose request is gone: the client, and who is logged in. */
async function interrupted(visitor: TestVisitor, path: string) {
  const { statusCode, body } = await visitor.send({
    method: 'GET',
    url: path,
    headers: { 'sec-fetch-dest': 'document', accept: 'text/html' },
  })
  expect(statusCode).toBe(200)
  expect(body).toContain('<dt>site<dd>&quot;http://localhost:4001&quot;')
  const [, name] = /<dt>clientName<dd>&quot;(.*?)&quot;/.exec(body) ?? []
  return [name, body.includes('<dt>isLoggedIn<dd>true')]
}

describe('an authorization request of a visitor', () => {
  it('writes no row and no byte, however many come and whatever they ask for (T59)', async () => {
    const before = [await whatIsLeft(app), await bytes()]
    const kinds = [{}, { prompt: 'login' }, { max_age: '0' }, { state: 's'.repeat(1000) }]
    for (let number = 0; number < requests; number += 1) {
      const visitor = app.visitor('local', `2001:db8:${number.toString(16)}::1`)
      const { path } = await site.begin(kinds[number % kinds.length])
      const asked = await visitor.send({ method: 'GET', url: path })
      expect(asked.headers.location).toMatch(/^\/oidc\/interaction\//)
      if (number % 10 > 0) continue
      const login = await visitor.send({ method: 'GET', url: asked.headers.location ?? '' })
      expect(login.headers.location).toContain('/login?')
      const out = await visitor.send({ method: 'GET', url: '/oidc/session/end?client_id=forum' })
      expect(out.headers.location).toBe('http://localhost:4000/')
      await visitor.send({
        method: 'POST',
        url: '/oidc/session/end/confirm',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'xsrf=x&logout=yes',
      })
    }
    expect([await whatIsLeft(app), await bytes()]).toEqual(before)
  })

  it('is refused as OAuth says it where its state or nonce is too long (L15)', async () => {
    for (const name of ['state', 'nonce'] as const) {
      const { max } = bounds.oauth[name]
      expect((await endOf({ [name]: 'x'.repeat(max) })).pathname).toBe('/login')
      const refused = await endOf({ [name]: 'x'.repeat(max + 1) })
      expect(`${refused.origin}${refused.pathname}`).toBe(site.redirectUri)
      expect(refused.searchParams.get('error')).toBe('invalid_request')
      expect(refused.searchParams.get('error_description')).toBe(
        `${name} is longer than ${max} characters`,
      )
    }
    const both = {
      state: 'x'.repeat(bounds.oauth.state.max),
      nonce: 'x'.repeat(bounds.oauth.nonce.max),
    }
    expect((await endOf({ ...both, ui_locales: 'fr-CA fr', prompt: 'login' })).pathname).toBe(
      '/login',
    )
    const whole = await endOf({ login_hint: 'x'.repeat(4000) })
    expect(whole.searchParams.get('error')).toBe('invalid_request')
    const query = { client_id: 'community', redirect_uri: site.redirectUri }
    const visitor = app.visitor()
    const long = { ...query, state: 'x'.repeat(bounds.oauth.state.max + 1) }
    expect(await visitor.refused('authorize', { query: long })).toEqual({
      status: 400,
      items: ['This request is not authorized.@'],
    })
  })

  it('goes on after the log-in of its own browser alone, unchanged, for an hour (L15)', async () => {
    const form = registerForm({ Username: `Ada${count}` })
    const ada = await signedInPlayer(app, form)
    const begin = async () => {
      const visitor = app.visitor()
      const begun = await site.begin({ prompt: 'login' })
      const login = await site.follow(visitor, begun.path)
      return { visitor, begun, back: login.searchParams.get('redirectUrl') ?? '' }
    }
    const right = await begin()
    expect(right.visitor.jar.size).toBe(1)
    await right.visitor.logIn(form.Username, form.Password)
    const end = await site.follow(right.visitor, right.back)
    expect(end.searchParams.get('state')).toBe(right.begun.state)
    expect((await site.exchange(right.begun, end)).claims.sub).toBe(
      String((await ada.readToken()).Id_User),
    )

    const refused = await begin()
    const home = await site.follow(refused.visitor, `${refused.back}&refused`)
    expect(home.href).toMatch(site.redirectUri)
    expect([home.searchParams.get('error'), home.searchParams.get('state')]).toEqual([
      'access_denied',
      refused.begun.state,
    ])

    const stolen = await begin()
    expect(await interrupted(ada, stolen.back)).toEqual(['Community', true])
    const changed = await begin()
    const sealed = changed.visitor.jar.get('sso_request') ?? ''
    changed.visitor.jar.set('sso_request', sealed.replace(/.{4}$/, 'AAA='))
    expect(await interrupted(changed.visitor, changed.back)).toEqual(['Community', false])
    const late = await begin()
    pass(lifetimes.storedRedirect)
    await late.visitor.logIn(form.Username, form.Password)
    expect(await interrupted(late.visitor, late.back)).toEqual(['Community', true])
  })
})

describe('a log-out of a visitor', () => {
  it('is done at once and leads where the client may lead (I14)', async () => {
    const ada = await signedInPlayer(app, registerForm({ Username: `Ada${count}` }))
    const { idToken } = await site.signIn(ada)
    const [home = ''] = site.client.postLogoutRedirectUris
    const query = { id_token_hint: idToken, post_logout_redirect_uri: home, state: 'out' }
    const end = `/oidc/session/end?${new URLSearchParams(query).toString()}`
    const answer = await app.visitor().send({ method: 'GET', url: end })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${home}?state=out`])
    expect(answer.headers['set-cookie']).toBeUndefined()
    const away = end.replace(encodeURIComponent(home), encodeURIComponent('https://evil.test/'))
    const headers = { accept: 'text/html' }
    const refused = await app.visitor().send({ method: 'GET', url: away, headers })
    expect(refused.headers.location).toBe('http://localhost:4000/')
    expect((await site.signIn(ada, { prompt: 'none' })).claims.sub).toBeTruthy()
  })
})
