import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { openIdNamespace } from './assertions.ts'
import { steamKey } from './steamWebApi.ts'

const returnTo = 'http://localhost:4000/steam/callback?state=S'
const guy = '76561198000000001'
const minute = 60 * 1000
const ours = 'http://localhost:80/steam/'

let app: FastifyInstance

beforeAll(async () => {
  app = await createApp({ smtpPort: 0 })
  await app.ready()
})

afterEach(() => app.inject({ method: 'POST', url: '/__standin/steam/reset' }))
afterAll(() => app.close())

test('discovery finds the sign-in, for Steam and for one account', async () => {
  for (const [path, kind] of [
    ['/steam/openid', 'server'],
    ['/steam/openid/', 'server'],
    [`/steam/openid/id/${guy}`, 'signon'],
  ]) {
    const answer = await app.inject(`${path}`)
    expect(answer.headers['content-type']).toBe('application/xrds+xml;charset=utf-8')
    expect(answer.body).toContain(`<Type>${openIdNamespace}/${kind}</Type>`)
    const [, login = ''] = /<URI>(.+)<\/URI>/.exec(answer.body) ?? []
    expect(login).toBe(`${ours}openid/login`)
  }
  expect((await app.inject('/steam/openid/id/12')).statusCode).toBe(404)
})

test('an assertion is valid once', async () => {
  const query = await assertion({ user: guy })
  expect(await isValid(query)).toBe(true)
  expect(await isValid(query)).toBe(false)
})

test.each(['claimed_id', 'return_to', 'op_endpoint', 'response_nonce', 'signed', 'sig'])(
  'an assertion with another %s is not valid',
  async (name) => {
    const query = await assertion({ user: guy })
    query.set(`openid.${name}`, `${query.get(`openid.${name}`)}1`)
    expect(await isValid(query)).toBe(false)
  },
)

test('the switch ages an assertion, which expires after five minutes', async () => {
  await turn({ nonceAgeMs: 4 * minute })
  expect(await isValid(await assertion({ user: guy }))).toBe(true)
  await turn({ nonceAgeMs: 6 * minute })
  const old = await assertion({ user: guy })
  const made = Date.parse((old.get('openid.response_nonce') ?? '').slice(0, 20))
  expect(Date.now() - made).toBeGreaterThanOrEqual(6 * minute)
  expect(await isValid(old)).toBe(false)
})

test.each([{ badSig: true }, { rejectAll: true }])(
  'the switch %o makes every assertion invalid',
  async (on) => {
    await turn(on)
    expect(await isValid(await assertion({ user: guy }))).toBe(false)
  },
)

test('Steam refuses a server that sends no origin', async () => {
  const payload = new URLSearchParams({ 'openid.mode': 'check_authentication' }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const url = '/steam/openid/login'
  expect((await app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(403)
})

test('Steam shows a choice of accounts, and a player may refuse', async () => {
  const { body } = await app.inject(loginUrl({}))
  for (const words of ['SteamGuy', 'Cancel', 'localhost:4000']) expect(body).toContain(words)
  const cancelled = await assertion({ user: 'cancel' })
  expect(Object.fromEntries(cancelled)).toEqual({
    state: 'S',
    'openid.ns': openIdNamespace,
    'openid.mode': 'cancel',
  })
})

test('the cookie decides before the query, and the query before the switch', async () => {
  await turn({ autoUser: 'Valkyrie' })
  expect(steamIdOf(await assertion({}))).toBe('76561198000000002')
  expect(steamIdOf(await assertion({ login_hint: 'SteamGuy' }))).toBe(guy)
  const cookie = 'a=b; standin_user=500123.76561198777777777'
  const answer = await app.inject({ url: loginUrl({ user: guy }), headers: { cookie } })
  const { searchParams } = new URL(String(answer.headers.location))
  expect(steamIdOf(searchParams)).toBe('76561198777777777')
})

test('Steam refuses a return address outside the realm', async () => {
  const url = loginUrl({ 'openid.realm': 'http://localhost:5000' })
  expect((await app.inject(url)).statusCode).toBe(400)
})

test('summaries have listed and made-up accounts, and no deleted ones', async () => {
  await turn({ vanished: '76561198000000002' })
  const ids = [guy, '76561198000000002', '76561198777777777', '1']
  const { response } = await webApi('/ISteamUser/GetPlayerSummaries/v2', { steamids: ids.join() })
  expect(response.players).toMatchObject([
    { steamid: guy, personaname: 'SteamGuy', communityvisibilitystate: 3 },
    { steamid: '76561198777777777', personaname: 'Steam player 7777' },
  ])
  const [{ avatarfull }] = response.players as [{ avatarfull: string }]
  expect((await app.inject(avatarfull)).headers['content-type']).toBe('image/svg+xml')
})

test('the API lists games unless they are private, and finds one game for the publisher', async () => {
  const owned = '/IPlayerService/GetOwnedGames/v1'
  expect(await webApi(owned, { steamid: guy })).toMatchObject({ response: { game_count: 2 } })
  expect(await webApi(owned, { steamid: '76561198000000006' })).toEqual({ response: {} })
  await turn({ gamesPrivate: guy })
  expect(await webApi(owned, { steamid: guy })).toEqual({ response: {} })
  const ownership = '/ISteamUser/CheckAppOwnership/v4'
  expect(await webApi(ownership, { steamid: guy, appid: '392110' })).toMatchObject({
    appownership: { ownsapp: true, ownersteamid: guy },
  })
})

test.each([
  [{ badKey: true }, 403, 'text/html'],
  [{ rateLimited: true }, 429, 'application/json'],
  [{ answer: 'html' }, 200, 'text/html'],
  [{ answer: 'badGateway' }, 502, 'text/html'],
])('the switch %o answers a summary with %i as %s', async (on, status, type) => {
  await turn(on)
  const answer = await summary(guy)
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-type']).toContain(type)
})

test('a wrong answer can apply to one path, or to one account', async () => {
  await turn({ answer: 'html', onlyAt: 'GetOwnedGames' })
  expect((await summary(guy)).headers['content-type']).toContain('json')
  await turn({ answer: '' })
  const answer = await app.inject({
    method: 'PUT',
    url: `/__standin/steam/users/${guy}`,
    payload: { name: 'Renamed', switches: { hostile: 'scriptAvatar' } },
  })
  expect(answer.json()).toMatchObject({ id: guy, name: 'Renamed' })
  expect((await summary(guy)).json()).toMatchObject({
    response: { players: [{ personaname: 'Renamed', avatarfull: 'javascript:document.title=1' }] },
  })
  expect((await summary('76561198000000003')).json()).toMatchObject({
    response: {
      players: [{ personaname: 'Pixel Pirate', avatarfull: expect.stringMatching(/^http/) }],
    },
  })
})

test('the page of Steam lists its accounts', async () => {
  expect((await app.inject('/steam')).body).toContain('Pixel Pirate')
})

function loginUrl(more: Record<string, string>, to = returnTo): string {
  const select = `${openIdNamespace}/identifier_select`
  const query = new URLSearchParams({
    'openid.ns': openIdNamespace,
    'openid.mode': 'checkid_setup',
    'openid.claimed_id': select,
    'openid.identity': select,
    'openid.return_to': to,
    'openid.realm': new URL(to).origin,
    ...more,
  })
  return `/steam/openid/login?${query.toString()}`
}

/** The query of the browser's return. */
async function assertion(more: Record<string, string>, to = returnTo): Promise<URLSearchParams> {
  const answer = await app.inject(loginUrl(more, to))
  expect(answer.statusCode).toBe(302)
  return new URL(String(answer.headers.location)).searchParams
}

async function isValid(query: URLSearchParams): Promise<boolean> {
  const payload = new URLSearchParams(query)
  payload.set('openid.mode', 'check_authentication')
  const { statusCode, body } = await post(payload.toString())
  expect(statusCode).toBe(200)
  expect(body).toMatch(/^ns:http:\/\/specs\.openid\.net\/auth\/2\.0\nis_valid:(true|false)\n$/)
  return body.includes('is_valid:true')
}

function post(payload: string) {
  return app.inject({
    method: 'POST',
    url: '/steam/openid/login',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'http://localhost:4000',
    },
    payload,
  })
}

async function webApi(path: string, query: Record<string, string>) {
  const answer = await app.inject({ url: `/steam${path}`, query: { key: steamKey, ...query } })
  return answer.json<{ response: { players: object[] } }>()
}

function summary(steamids: string) {
  const query = { key: steamKey, steamids }
  return app.inject({ url: '/steam/ISteamUser/GetPlayerSummaries/v2', query })
}

function steamIdOf(query: URLSearchParams): string | undefined {
  return query.get('openid.claimed_id')?.split('/').at(-1)
}

function turn(payload: object) {
  return app.inject({ method: 'PUT', url: '/__standin/steam/switches', payload })
}
