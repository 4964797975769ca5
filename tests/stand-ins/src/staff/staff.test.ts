import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { type Browser, type Stop, createBrowser } from '../testing/browser.ts'
import { samplePeople } from './people.ts'

const redirectUri = 'http://console.localhost:4003/sign-in/callback'
const isBack = (url: string) =>
  url.startsWith(redirectUri.slice(0, 'http://console.localhost'.length))

let app: FastifyInstance
let origin: string
let browser: Browser

beforeAll(async () => {
  app = await createApp({ smtpPort: 0 })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://localhost:${new URL(address).port}`
})
beforeEach(() => {
  browser = createBrowser()
})
afterEach(() => post('/__standin/staff/reset'))
afterAll(() => app.close())

test('the page asks who is there, and the token of the chosen person has their groups', async () => {
  const flow = await startFlow()
  const { url, text: words } = await browser.open(flow.url)
  expect(words).toContain('<h1>Who are you?</h1>')
  expect(words).toContain('console.localhost:4003')
  for (const { name } of samplePeople) expect(words).toContain(`<strong>${name}</strong>`)
  expect(await flow.complete(await browser.submit(url, { person: 'sam' }, isBack))).toMatchObject({
    sub: 'staff-sam',
    aud: 'gatehouse-console',
    name: 'Sam Support',
    email: 'sam@studio.example',
    email_verified: true,
    groups: ['gh-support'],
    auth_time: expect.any(Number),
  })
})

test('a second proof asks for the same person alone, and names its time and its class', async () => {
  await signIn('pia')
  const before = Math.floor(Date.now() / 1000)
  const flow = await startFlow({ prompt: 'login', max_age: '0', acr_values: 'phishing-resistant' })
  const { url, text: words } = await browser.open(flow.url)
  expect(words).toContain('<h1>Who are you?</h1>')
  expect(words).toContain('Confirm as Pia Privacy')
  expect(words).toContain('Cancel')
  expect(words).not.toContain('Sam Support')
  const claims = await flow.complete(await browser.submit(url, { person: 'pia' }, isBack))
  expect(claims).toMatchObject({ sub: 'staff-pia', acr: 'phishing-resistant' })
  const { auth_time: provenAt = 0 } = claims
  expect(provenAt).toBeGreaterThanOrEqual(before)
})

test('a second proof of an unknown browser offers the hinted person, or all', async () => {
  const hinted = await startFlow({ prompt: 'login', login_hint: 'staff-aud' })
  expect((await browser.open(hinted.url)).text).toContain('Confirm as Aud Auditor')
  const plain = await startFlow({ max_age: '0' })
  expect((await browser.open(plain.url)).text).toContain('Otto Operator')
})

test('a person that cancels comes back without a code', async () => {
  const { url } = await browser.open((await startFlow()).url)
  const back = await browser.submit(url, { person: 'cancel' }, isBack)
  const { searchParams } = new URL(back.url)
  expect(Object.fromEntries(searchParams)).toMatchObject({ error: 'access_denied', state: 'S' })
})

test.each([
  'https://evil.example/sign-in/callback',
  'http://console.localhost:4003/elsewhere',
  'http://console.localhost.evil.example/sign-in/callback',
])('the provider refuses the return address %s', async (redirect) => {
  const { status } = await browser.open((await startFlow({ redirect_uri: redirect })).url)
  expect(status).toBe(400)
})

test('a changed person signs in with the new claims until a reset', async () => {
  const changes = { groups: [], email: 'pia@studio.example', email_verified: false, sub: 'other' }
  expect(await post('/staff/people/sue', changes)).toMatchObject({
    name: 'Sue Support',
    ...changes,
  })
  expect(await signIn('sue')).toMatchObject(changes)
  await post('/__standin/staff/reset')
  expect(await signIn('sue')).toMatchObject({ sub: 'staff-sue', groups: ['gh-support-prod'] })
})

test.each([
  ['/staff/people/nobody', { groups: [] }, 404],
  ['/staff/people/sam', { groups: 'gh-operators' }, 400],
  ['/staff/people/sam', { name: 'Somebody' }, 400],
  ['/staff/bend', { everything: true }, 400],
  ['/staff/backchannel', { first: 'nobody' }, 404],
])('POST %s of %j is refused', async (path, body, status) => {
  expect((await send(path, body)).status).toBe(status)
})

test.each([
  [{ nonce: true }, /unexpected ID Token "nonce"/],
  [{ iss: true }, /"iss"/],
  [{ aud: true }, /"aud"/],
  [{ auth_time: true }, /too much time has elapsed/],
  [{ expired: true }, /"exp"/],
  [{ alg: true }, /"alg"/],
  [{ alg: 'none' }, /"alg"|signature/],
])('bent by %j, the next sign-in fails and the one after it does not', async (bend, message) => {
  await post('/staff/bend', bend)
  const failure: unknown = await signIn('ada', { max_age: '60' }).catch((error: unknown) => error)
  expect(wordsOf(failure)).toMatch(message)
  expect(await signIn('ada', { max_age: '60' })).toMatchObject({ sub: 'staff-ada' })
})

test('the subject and the class of a proof can be wrong, too', async () => {
  await post('/staff/bend', { sub: 'staff-otto', acr: true })
  expect(await signIn('ada', { acr_values: 'mfa' })).toMatchObject({
    sub: 'staff-otto',
    acr: 'too-little',
  })
})

test('the service gets an access token for the console, or for the resource that it names', async () => {
  const token = await serviceToken()
  const keys = await (await fetch(`${origin}/staff/jwks`)).json()
  const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys as never), {
    issuer: `${origin}/staff`,
    audience: 'http://console.localhost:4003',
    typ: 'at+jwt',
  })
  expect(protectedHeader.alg).toBe('RS256')
  expect(payload).toMatchObject({ client_id: 'launch-bot', sub: 'launch-bot' })
  expect(payload.exp).toBe(Number(payload.iat) + 3600)
  expect(decodeJwt(await serviceToken({ resource: 'http://else' }))).toMatchObject({
    aud: 'http://else',
  })
  await post('/staff/bend', { expired: true })
  expect(decodeJwt(await serviceToken()).exp).toBeLessThan(Date.now() / 1000)
})

test('a service with another secret gets no token', async () => {
  await expect(serviceToken({}, 'wrong')).rejects.toMatchObject({ error: 'invalid_client' })
})

test('a log-out reaches the consoles at which the person signed in', async () => {
  const heard: string[] = []
  const server = createServer(async (request, response) => {
    heard.push(`${request.headers.host}${request.url} ${await text(request)}`)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `console.localhost:${(server.address() as AddressInfo).port}`
  await signIn('otto', { redirect_uri: `http://${host}/sign-in/callback` })
  expect(await post('/staff/backchannel', { first: 'otto' })).toEqual([
    { url: `http://${host}/backchannel-logout`, status: 200 },
  ])
  const [where = '', form = ''] = (heard[0] ?? '').split(' ')
  expect(where).toBe(`${host}/backchannel-logout`)
  expect(decodeJwt(new URLSearchParams(form).get('logout_token') ?? '')).toMatchObject({
    iss: `${origin}/staff`,
    aud: 'gatehouse-console',
    sub: 'staff-otto',
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
  server.close()
})

test('the end of a session leads back to a host of this machine alone', async () => {
  const { url: back } = await browser.open(
    `${origin}/staff/end-session?post_logout_redirect_uri=http://console.localhost:4003/&state=x`,
    isBack,
  )
  expect(back).toBe('http://console.localhost:4003/?state=x')
  for (const other of ['https://evil.example/', 'javascript:alert(1)', '']) {
    const url = `${origin}/staff/end-session?post_logout_redirect_uri=${encodeURIComponent(other)}`
    // oxlint-disable-next-line no-await-in-loop -- one browser
    expect((await browser.open(url)).text).toContain('You are signed out')
  }
})

test('the sample file gives a role to every group and service of the stand-in', () => {
  const file = new URL('../../../../deploy/staff.sample.json', import.meta.url)
  const { groups, services } = JSON.parse(readFileSync(file, 'utf8'))
  expect(Object.keys(groups).toSorted()).toEqual(
    [...new Set(samplePeople.flatMap((person) => person.groups))].toSorted(),
  )
  expect(Object.keys(services)).toEqual(['launch-bot'])
})

async function startFlow(more: Readonly<Record<string, string>> = {}) {
  const configuration = await discovered('gatehouse-console', 'sample-console-secret')
  const verifier = client.randomPKCECodeVerifier()
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    state: 'S',
    nonce: 'N',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  })
  return {
    url: url.href,
    async complete(back: Stop) {
      const { max_age: maxAge } = more
      const tokens = await client.authorizationCodeGrant(configuration, new URL(back.url), {
        expectedState: 'S',
        expectedNonce: 'N',
        pkceCodeVerifier: verifier,
        ...(maxAge === undefined ? {} : { maxAge: Number(maxAge) }),
      })
      const claims: Partial<client.IDToken> = tokens.claims() ?? {}
      return claims
    },
  }
}

async function signIn(person: string, more: Readonly<Record<string, string>> = {}) {
  const flow = await startFlow(more)
  const { url } = await browser.open(flow.url)
  return flow.complete(await browser.submit(url, { person }, isBack))
}

async function serviceToken(
  more: Readonly<Record<string, string>> = {},
  secret = 'sample-launch-bot',
): Promise<string> {
  const configuration = await discovered('launch-bot', secret)
  return (await client.clientCredentialsGrant(configuration, more)).access_token
}

function discovered(id: string, secret: string) {
  return client.discovery(new URL(`${origin}/staff`), id, {}, client.ClientSecretBasic(secret), {
    execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
  })
}

async function post(path: string, body: object = {}): Promise<unknown> {
  const answer = await send(path, body)
  expect(answer.status).toBe(200)
  return answer.json()
}

function send(path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Joins the words of an error and its causes. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const code = 'error' in error ? String(error.error) : ''
  return [error.message, code, wordsOf(error.cause)].join(' ')
}
