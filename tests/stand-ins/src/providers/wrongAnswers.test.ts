import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { steamKey } from './steam/steamWebApi.ts'

const megabyte = 1024 * 1024
const guy = '76561198000000001'

let app: FastifyInstance

beforeAll(async () => {
  app = await createApp({ smtpPort: 0 })
  await app.listen({ port: 0, host: '127.0.0.1' })
})

afterEach(() => app.inject({ method: 'POST', url: '/__standin/steam/reset' }))
afterAll(() => app.close())

test.each([
  ['html', 200, '<!doctype html>'],
  ['htmlAsJson', 200, '<!doctype html>'],
  ['badGateway', 502, '<h1>502'],
  ['serverError', 500, '{"error"'],
  ['redirect', 302, ''],
  ['empty', 200, ''],
  ['emptyObject', 200, '{}'],
  ['list', 200, '[]'],
  ['null', 200, 'null'],
  ['truncated', 200, '{"data":[{"id":"1'],
  ['deep', 200, '[[[['],
  ['proto', 200, '{"__proto__"'],
])('the answer %s is %i and begins with %s', async (answer, status, beginning) => {
  await turn({ answer })
  const response = await summary()
  expect(response.status).toBe(status)
  const text = await response.text()
  expect(text.slice(0, beginning.length)).toBe(beginning)
  expect(text === '').toBe(beginning === '')
})

test.each([
  ['huge', 10],
  ['bomb', 16],
])('the answer %s has %i megabytes', async (answer, megabytes) => {
  await turn({ answer })
  const { byteLength } = await (await summary()).arrayBuffer()
  expect(byteLength).toBeGreaterThanOrEqual(megabytes * megabyte)
})

test('a cut connection gives no answer', async () => {
  await turn({ answer: 'cut' })
  await expect(summary()).rejects.toThrow('fetch failed')
})

test.each([
  ['longName', 'personaname', 'N'.repeat(10_240)],
  ['htmlName', 'personaname', '<img src=x onerror="document.title=1">'],
  ['scriptAvatar', 'avatarfull', 'javascript:document.title=1'],
  ['internalAvatar', 'avatarfull', 'http://169.254.169.254/latest/meta-data'],
  ['listId', 'steamid', ['1', '2']],
])('the hostile profile %s has another %s', async (hostile, field, value) => {
  await turn({ hostile })
  const body = (await (await summary()).json()) as { response: { players: object[] } }
  expect(body.response.players).toMatchObject([{ [field]: value }])
})

test('one account can be down alone', async () => {
  const ofGuy = { method: 'PUT', url: `/__standin/steam/users/${guy}` } as const
  await app.inject({ ...ofGuy, payload: { switches: { down: true } } })
  expect((await summary()).status).toBe(503)
  expect((await summary('76561198000000002')).status).toBe(200)
  const wrong = await app.inject({ ...ofGuy, payload: { switches: { up: true } } })
  expect(wrong.json()).toEqual({ error: 'there is no switch up' })
})

function summary(steamids = guy): Promise<Response> {
  const query = new URLSearchParams({ key: steamKey, steamids })
  const path = '/steam/ISteamUser/GetPlayerSummaries/v2'
  return fetch(`${app.listeningOrigin}${path}?${query.toString()}`, { redirect: 'manual' })
}

function turn(payload: object) {
  return app.inject({ method: 'PUT', url: '/__standin/steam/switches', payload })
}
