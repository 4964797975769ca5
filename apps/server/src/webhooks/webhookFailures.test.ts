import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { freePort } from '../../../../scripts/freePort.mjs'
import { runsOf } from '../../test/fixtures/runWaiting.ts'
import { registerForm, signedInPlayer } from '../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../test/fixtures/startApp.ts'

interface Delivery {
  readonly clientId: string
}

let app: TestApp
let site: Server
let deliveries: readonly Delivery[]

/** A client whose webhook is at a port of this machine. */
const client = (clientId: string, at: number) => ({
  clientId,
  name: clientId,
  clientSecret: 'secret-of-a-site-in-a-test',
  redirectUris: ['http://127.0.0.1/callback'],
  scopes: ['openid' as const, 'profile' as const],
  firstParty: true,
  webhook: {
    url: `http://127.0.0.1:${at}/events`,
    secret: `whsec_${Buffer.alloc(32, 'f').toString('base64')}`,
  },
})

beforeAll(async () => {
  site = createServer((_, response) => response.writeHead(503).end()).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const { port } = site.address() as AddressInfo
  const clients = [client('ill', port), client('away', await freePort())]
  app = await startApp({ deployments: { local: { clients } }, nodes: 1 })
  await signedInPlayer(app, registerForm({ Username: 'Ada' }))
  const jobs = await app.services.jobs.boss.fetch<Delivery>('account-events', { batchSize: 10 })
  deliveries = jobs.map(({ data }) => data)
})
beforeEach(() => {
  app.clock.advance(3600)
})
afterAll(async () => {
  await app.close()
  site.close()
})

/** Tries to deliver to a client so many times; returns the log lines that this wrote. */
async function failing(clientId: string, times: number) {
  const run = runsOf(app.services.jobs).get('account-events')
  const delivery = deliveries.find((each) => each.clientId === clientId)
  return linesOf(async () => {
    for (let tried = 0; tried < times; tried += 1) {
      await run?.(delivery as never, '').catch(() => undefined)
    }
  })
}

async function linesOf(act: () => Promise<unknown>) {
  const before = app.logged.length
  await act()
  return app.logged
    .slice(before)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event === 'webhook.delivery_failed')
    .map(({ client, count, reason }) => ({ client, count, reason }))
}

const later = () => app.services.events.reporting.run(new AbortController().signal)

it('a client that fails gets one log line a minute, with a count and the cause, also while it is left alone', async () => {
  const client = 'local ill'
  expect(await failing('ill', 9)).toEqual([
    { client, count: 1, reason: expect.stringContaining('status 503') },
  ])
  app.clock.advance(59)
  expect(await linesOf(later)).toEqual([])
  expect(await failing('ill', 2)).toEqual([])
  app.clock.advance(1)
  expect(await failing('ill', 3)).toEqual([
    { client, count: 11, reason: expect.stringContaining('status 503') },
  ])
  app.clock.advance(60)
  expect(await linesOf(later)).toEqual([
    { client, count: 2, reason: expect.stringContaining('status 503') },
  ])
  app.clock.advance(60)
  expect(await linesOf(later)).toEqual([])
  expect(app.logged.filter((line) => /circuit|breaker/i.test(line))).toEqual([])
})

it('two clients that fail have a line each, with the cause of each', async () => {
  const lines = [...(await failing('away', 7)), ...(await failing('ill', 1))]
  expect(lines).toEqual([
    { client: 'local away', count: 1, reason: expect.stringContaining('it refuses connections') },
    { client: 'local ill', count: 1, reason: expect.stringContaining('status 503') },
  ])
  app.clock.advance(60)
  expect(await linesOf(later)).toEqual([
    { client: 'local away', count: 6, reason: expect.stringContaining('it refuses connections') },
  ])
})
