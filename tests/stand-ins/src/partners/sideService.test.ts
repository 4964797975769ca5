import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createApp } from '../app.ts'
import { createBrowser } from '../testing/browser.ts'
import { sideServiceKey } from './sideService.ts'

const returnUrl = 'http://relic.localhost:4000/relic/callback?state=S'
const steamId = '76561198000000002'
const isBack = (url: string) => url.startsWith('http://relic.localhost')

let app: FastifyInstance
let origin: string

beforeAll(async () => {
  app = await createApp({ smtpPort: 0 })
  origin = `http://localhost:${new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port}`
})

afterEach(async () => {
  vi.useRealTimers()
  await reset('relic')
  await reset('steam')
})
afterAll(() => app.close())

test('a player links Steam at the partner, and returns with its id', async () => {
  const browser = createBrowser()
  const url = await linkUrl()
  const picker = await browser.open(url)
  expect(picker.text).toContain('Sign in with Steam')
  const back = await browser.open(`${picker.url}&user=${steamId}`, isBack)
  expect(back.url).toBe(`${returnUrl}&result=SUCCESS&idSteam=${steamId}`)
  expect(await linked('1001')).toEqual({
    steam: { id: steamId, name: 'Valkyrie', avatar: `${origin}/steam/avatars/${steamId}.svg` },
  })
  expect((await browser.open(url)).status).toBe(404)
})

test('a player that refuses at Steam returns without an id', async () => {
  const browser = createBrowser()
  browser.setCookie('standin_user', 'cancel')
  expect((await browser.open(await linkUrl(), isBack)).url).toBe(`${returnUrl}&result=FAILED`)
  expect(await linked('1001')).toEqual({ steam: null })
})

test('an assertion that Steam rejects links no account', async () => {
  const browser = createBrowser()
  await turn('steam', { badSig: true, autoUser: steamId })
  expect((await browser.open(await linkUrl(), isBack)).url).toBe(`${returnUrl}&result=FAILED`)
  expect(await linked('1001')).toEqual({ steam: null })
})

test('the two hosts share no data', async () => {
  const browser = createBrowser()
  browser.setCookie('standin_user', steamId)
  await browser.open(await linkUrl('service-test'), isBack)
  expect(await linked('1001', 'service-test')).toMatchObject({ steam: { id: steamId } })
  expect(await linked('1001')).toEqual({ steam: null })
  await reset('relic')
  expect(await linked('1001', 'service-test')).toEqual({ steam: null })
})

test('the service returns an account linked before', async () => {
  expect(await linked('1004')).toMatchObject({ steam: { name: 'Linked on Steam' } })
})

test('the service mails at most three validations a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const send = () => ask('validation-email', { subject: '1003' })
  for (const status of [204, 204, 204, 429]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await send()).status).toBe(status)
  }
  expect((await ask('validation-email', { subject: '1001' })).status).toBe(204)
  vi.setSystemTime(Date.now() + 61_000)
  expect((await send()).status).toBe(204)
})

test.each([
  ['steam/link', { subject: '1', returnUrl }, sideServiceKey, 404],
  ['steam/link', { subject: '1001', returnUrl }, 'sample-other-key', 401],
  ['steam/link', { subject: '1001', returnUrl: 'https://evil.example/' }, sideServiceKey, 400],
  ['steam/link', { subject: '1001', returnUrl: 'http://localhost@e.example' }, sideServiceKey, 400],
  ['validation-email', { subject: '1' }, sideServiceKey, 404],
  ['validation-email', { subject: '1003' }, '', 401],
  ['linked-accounts?subject=1', undefined, sideServiceKey, 404],
  ['linked-accounts?subject=1001', undefined, '', 401],
])('a call of %s with %o and the key "%s" is answered %i', async (path, body, key, status) => {
  expect((await ask(path, body, key)).status).toBe(status)
})

test.each([
  [{ linkFails: true }, 'steam/link', { subject: '1001', returnUrl }],
  [{ linkedFails: true }, 'linked-accounts?subject=1001', undefined],
  [{ validationFails: true }, 'validation-email', { subject: '1001' }],
])('the switch %o makes %s fail', async (on, path, body) => {
  await turn('relic', on)
  expect((await ask(path, body)).status).toBe(500)
})

test('the key may be a bearer token, and other partners have no side service', async () => {
  const headers = { authorization: `Bearer ${sideServiceKey}` }
  const path = 'service/api/linked-accounts?subject=1001'
  const statusAt = async (slug: string) =>
    (await fetch(`${origin}/partners/${slug}/${path}`, { headers })).status
  expect([await statusAt('relic'), await statusAt('focus')]).toEqual([200, 404])
})

async function linkUrl(host = 'service'): Promise<string> {
  const answer = await ask('steam/link', { subject: '1001', returnUrl }, sideServiceKey, host)
  return ((await answer.json()) as { url: string }).url
}

async function linked(subject: string, host = 'service'): Promise<unknown> {
  return (await ask(`linked-accounts?subject=${subject}`, undefined, sideServiceKey, host)).json()
}

function ask(path: string, body?: object, key = sideServiceKey, host = 'service') {
  return fetch(`${origin}/partners/relic/${host}/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-api-key': key, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

function reset(name: string): Promise<unknown> {
  return fetch(`${origin}/__standin/${name}/reset`, { method: 'POST' })
}

async function turn(name: string, switches: object): Promise<void> {
  const { status } = await fetch(`${origin}/__standin/${name}/switches`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(switches),
  })
  expect(status).toBe(200)
}
