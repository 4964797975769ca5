import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runMaintenance } from '../../maintenance/runMaintenance.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { gatehouse } from '../../../test/fixtures/processes/runGatehouse.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients, type SignedIn, TestSite } from '../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { runWaiting } from '../../../test/fixtures/runWaiting.ts'

const hour = 3600
const day = 24 * hour
const password = registerForm().Password

let app: TestApp
let receiver: Server
let community: TestSite
let forum: TestSite
/** A client that hears of no log-out. */
let quiet: TestSite
let ada: TestVisitor
let count = 0
/** The posts to the clients, in order. */
let heard: { readonly path: string; readonly token: string }[] = []
let isDown = false

beforeAll(async () => {
  receiver = createServer((request, response) => void hear(request, response))
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const { port } = receiver.address() as AddressInfo
  const clients = sampleClients.map((client) => ({
    ...client,
    backchannelLogoutUri: `http://127.0.0.1:${port}/${client.clientId}`,
  }))
  const silent = {
    clientId: 'quiet',
    name: 'Quiet',
    clientSecret: 'sample-quiet-secret',
    redirectUris: ['https://quiet.site.test/callback'],
    firstParty: true,
  }
  app = await startApp({
    deployments: { local: { clients: [...clients, silent], sessionIdleDays: 14 } },
  })
  community = new TestSite(app)
  forum = new TestSite(app, 'forum')
  quiet = new TestSite(app, 'quiet')
})
beforeEach(async () => {
  app.clock.advance(hour)
  count += 1
  heard = []
  isDown = false
  ada = await signedInPlayer(app, registerForm({ Username: `Ada${count}` }))
})
afterAll(async () => {
  await app.close()
  receiver.close()
})

async function hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const token = new URLSearchParams(await textOf(request)).get('logout_token') ?? ''
  if (!isDown) heard.push({ path: request.url ?? '', token })
  response.writeHead(isDown ? 503 : 200).end()
}

/** Notifies the clients of ended sessions; returns the notified ones. */
async function deliver(): Promise<string[]> {
  const { backchannelLogout } = app.services.oidc
  await backchannelLogout.relay()
  await runWaiting(app.services.jobs, 'signOuts')
  return heard.map(({ path }) => path).toSorted()
}

/** Expects that a client's tokens for a player are void in every use. */
async function expectOver(site: TestSite, signedIn: SignedIn, visitor = ada): Promise<void> {
  await expect(site.userInfo(signedIn.accessToken)).rejects.toMatchObject({
    code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
  })
  await expect(site.refresh(signedIn.refreshToken)).rejects.toMatchObject({
    error: 'invalid_grant',
  })
  const end = await site.follow(visitor, (await site.begin({ prompt: 'none' })).path)
  expect(end.searchParams.get('error')).toBe('login_required')
}

async function logOut(): Promise<void> {
  const { Id_User: userId } = await ada.readToken()
  const jar = new Map(ada.jar)
  await ada.call('logOut', { path: { userId }, body: {} })
  expect(ada.jar.has('sso_sites')).toBe(false)
  // Even a browser that kept its cookies is signed in nowhere.
  for (const [name, value] of jar) ada.jar.set(name, value)
}

/** The page for a player whom a client sends to log out. */
async function askToLogOut(query: Record<string, string>) {
  const response = await ada.send({
    method: 'GET',
    url: `/oidc/session/end?${new URLSearchParams(query).toString()}`,
    headers: { accept: 'text/html' },
  })
  const xsrf = /name="xsrf" value="(\w+)"/.exec(response.body)?.[1] ?? ''
  return { response, xsrf }
}

/** The page for a client that shows an ID token. */
async function askedWith(idToken: string): Promise<string> {
  return (await askToLogOut({ id_token_hint: idToken })).response.body
}

function confirm(form: Record<string, string>) {
  return ada.send({
    method: 'POST',
    url: '/oidc/session/end/confirm',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    payload: new URLSearchParams(form).toString(),
  })
}

describe('single sign-on', () => {
  it('notifies two clients of one log-out, with signed tokens', async () => {
    const one = await community.signIn(ada)
    const two = await forum.signIn(ada, { prompt: 'none' })
    expect(two.claims.sub).toBe(one.claims.sub)
    await logOut()
    await expectOver(community, one)
    await expectOver(forum, two)
    expect(await deliver()).toEqual(['/community', '/forum'])

    const { body } = await ada.send({ method: 'GET', url: '/oidc/jwks' })
    const keys = createLocalJWKSet(JSON.parse(body) as Parameters<typeof createLocalJWKSet>[0])
    for (const [path, { claims }] of [
      ['/community', one],
      ['/forum', two],
    ] as const) {
      const token = heard.find((post) => post.path === path)?.token ?? ''
      const { payload } = await jwtVerify(token, keys, {
        issuer: 'http://localhost:4000/oidc',
        audience: path.slice(1),
        typ: 'logout+jwt',
      })
      expect(payload).toMatchObject({
        sub: claims.sub,
        sid: claims['sid'],
        jti: expect.any(String),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      })
      expect(payload).not.toHaveProperty('nonce')
    }
    expect(await deliver()).toHaveLength(2)
  })

  it('notifies no client of a session that none knows', async () => {
    await logOut()
    expect(await deliver()).toEqual([])
  })

  it('keeps a session in another browser alive', async () => {
    const elsewhere = app.visitor()
    await elsewhere.logIn(`Ada${count}`, password)
    const there = await community.signIn(elsewhere)
    const here = await community.signIn(ada)
    await logOut()
    await expectOver(community, here)
    expect(await deliver()).toEqual(['/community'])
    expect((await community.userInfo(there.accessToken)).sub).toBe(here.claims.sub)
  })

  it('keeps the clients signed in when the player logs in again', async () => {
    const { accessToken } = await community.signIn(ada)
    await ada.logIn(`Ada${count}`, password)
    expect(await deliver()).toEqual([])
    expect(await community.userInfo(accessToken)).toHaveProperty('sub')
    await logOut()
    expect(await deliver()).toEqual(['/community'])
  })

  it('notifies an unreachable client later', async () => {
    await community.signIn(ada)
    await logOut()
    isDown = true
    await expect(deliver()).rejects.toThrow('is out of reach')
    isDown = false
    const { boss } = app.services.jobs
    const jobs = await boss.findJobs('sign-outs', {})
    const job = jobs.find(({ state }) => state === 'active')
    expect(job).toMatchObject({ retryLimit: 30, retryBackoff: true })
    await boss.fail('sign-outs', job?.id ?? '')
    const [failed] = await boss.findJobs('sign-outs', { id: job?.id ?? '' })
    expect(failed?.state).toBe('retry')
    await boss.deleteAllJobs('sign-outs')
  })
})

describe('the end of a session for its clients', () => {
  it('follows a change of the password, except for the present session', async () => {
    const elsewhere = app.visitor()
    await elsewhere.logIn(`Ada${count}`, password)
    const there = await forum.signIn(elsewhere)
    const here = await community.signIn(ada)
    const next = 'Battery8Staples'
    await ada.call('resetPassword', {
      body: { Password: next, ConfirmPassword: next, OldPassword: password },
    })
    await expectOver(forum, there, elsewhere)
    expect(await deliver()).toEqual(['/forum'])
    expect((await community.userInfo(here.accessToken)).sub).toBe(here.claims.sub)
  })

  it('follows a ban', async () => {
    const signedIn = await community.signIn(ada)
    await gatehouse(app, `players ban Ada${count} --deployment local --why test`)
    await expectOver(community, signedIn)
    expect(await deliver()).toEqual(['/community'])
  })

  it('follows a deletion, after which the provider stores nothing', async () => {
    const signedIn = await community.signIn(ada)
    const { Id_User: userId } = await ada.readToken()
    await ada.call('deleteUser', {
      path: { userId },
      body: {
        Email: `ada${count}@site.test`,
        Password: password,
        Id_DeletionType: null,
        DeletionReason: '',
      },
    })
    await expectOver(community, signedIn)
    expect(await deliver()).toEqual(['/community'])
    const left = await app.services.database.kysely
      .selectFrom('oidc_artifacts')
      .select('model')
      .where('player_id', '=', userId)
      .execute()
    expect(left).toEqual([])
  })

  it('follows the days without use that the deployment sets', async () => {
    const signedIn = await community.signIn(ada)
    app.clock.advance(15 * day)
    await expectOver(community, signedIn)
    await runMaintenance(app.services)
    await deliver()
    expect(heard.map(({ token }) => decodeJwt(token)['sid'])).toContain(signedIn.claims['sid'])
  })
})

describe('a log-out that a client asks for', () => {
  it('needs no question with the session’s id token and ends the portal’s session too', async () => {
    const { idToken, ...rest } = await community.signIn(ada)
    const [home = ''] = community.client.postLogoutRedirectUris
    const { response, xsrf } = await askToLogOut({
      id_token_hint: idToken,
      post_logout_redirect_uri: home,
      state: 'there',
    })
    expect(response.body).toContain('<dt>isAutomatic<dd>true')
    expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    const done = await confirm({ xsrf, logout: 'yes' })
    expect(done.headers.location).toBe(`${home}?state=there`)
    expect([ada.jar.has('sso_sites'), ada.jar.has('sso_session')]).toEqual([false, false])
    await expectOver(community, { idToken, ...rest })
    expect((await ada.refused('listConnections', {})).status).toBe(401)
    expect(await deliver()).toEqual(['/community'])
  })

  it('asks with the id token of another session of the same player (I14)', async () => {
    const elsewhere = app.visitor()
    await elsewhere.logIn(`Ada${count}`, password)
    const there = await community.signIn(elsewhere)
    expect(await askedWith(there.idToken)).toContain('<dt>isAutomatic<dd>false')
    const here = await quiet.signIn(ada)
    expect(await askedWith(there.idToken)).toContain('<dt>isAutomatic<dd>false')
    expect(await askedWith(here.idToken)).toContain('<dt>isAutomatic<dd>true')
    await logOut()
    ada.jar.clear()
    await ada.logIn(`Ada${count}`, password)
    await quiet.signIn(ada)
    // The token that the client got in the ended session, at a client that hears of no log-out.
    expect(await askedWith(here.idToken)).toContain('<dt>isAutomatic<dd>false')
    expect((await ada.readToken()).Id_User).toBeGreaterThan(0)
  })

  it('asks the player without an id token and keeps a refusing player logged in', async () => {
    const { accessToken } = await community.signIn(ada)
    await forum.signIn(ada)
    const { response, xsrf } = await askToLogOut({ client_id: 'forum' })
    expect(response.body).toContain('<dt>clientName<dd>&quot;Forum&quot;')
    expect(response.body).toContain('<dt>isAutomatic<dd>false')
    const done = await confirm({ xsrf })
    expect(done.statusCode).toBe(303)
    expect((await community.userInfo(accessToken)).sub).toBeTruthy()
    expect(ada.jar.has('sso_sites')).toBe(true)
  })

  it('logs out at a foreign address’s request too, and ends at Home', async () => {
    const evil = 'https://evil.test/?code=x'
    const asks = { client_id: 'community', post_logout_redirect_uri: evil, state: 's' }
    // Without the ID token the player is asked.
    const stays = await askToLogOut(asks)
    expect(stays.response.body).toContain('<dt>isAutomatic<dd>false')
    await confirm({ xsrf: stays.xsrf })
    expect(ada.jar.has('sso_sites')).toBe(true)
    const { accessToken, idToken } = await community.signIn(ada)
    const { response, xsrf } = await askToLogOut({ ...asks, id_token_hint: idToken })
    expect(response.body).toContain('<dt>isAutomatic<dd>true')
    const done = await confirm({ xsrf, logout: 'yes' })
    // The specified screens have no line that says so.
    expect(done.headers.location).toBe('http://localhost:4000/')
    await expect(community.userInfo(accessToken)).rejects.toMatchObject({
      code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
    })
    const line = app.logged.find((one) => one.includes('client.refused')) ?? '{}'
    expect(JSON.parse(line)).toMatchObject({
      client: 'community',
      fault: 'post_logout_redirect_uri',
      value: 'https://evil.test/?code',
    })
  })

  it('is none by an unrequested confirmation', async () => {
    const { accessToken } = await community.signIn(ada)
    await askToLogOut({})
    for (const xsrf of ['', 'x'.repeat(48)]) {
      const refused = await confirm({ xsrf, logout: 'yes' })
      expect(refused.headers.location).toBe('http://localhost:4000/oidc/session/end')
    }
    expect((await community.userInfo(accessToken)).sub).toBeTruthy()
  })
})
