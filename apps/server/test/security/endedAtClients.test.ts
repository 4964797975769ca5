import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { registerForm, samplePassword, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { sampleClients, TestSite } from '../fixtures/testClient.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'
import { runWaiting } from '../fixtures/runWaiting.ts'

/*
 * Sessions that a player ends or freezes here have ended on every server, and at the clients too.
 */

let app: TestApp
let receiver: Server
/** The posts to the clients since the test began. */
let heard: { readonly path: string; readonly type: string }[] = []

beforeAll(async () => {
  receiver = createServer((request, response) => void hear(request, response))
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const clients = sampleClients.map((client) => ({
    ...client,
    backchannelLogoutUri: `${origin}/${client.clientId}`,
    webhook: {
      url: `${origin}/${client.clientId}/events`,
      secret: `whsec_${Buffer.alloc(32, 'client').toString('base64')}`,
    },
  }))
  const local = { EnableSecuritySection: true, clients }
  app = await startApp({ nodes: 2, deployments: { local } })
})
beforeEach(() => {
  heard = []
})
afterAll(async () => {
  await app.close()
  receiver.close()
})

async function hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await textOf(request)
  const { url: path = '' } = request
  const type = path.endsWith('/events') ? (JSON.parse(body) as { type: string }).type : 'log-out'
  heard.push({ path, type })
  response.writeHead(200).end()
}

/** The notices of ended sessions that the clients get. */
async function logOutsHeard(): Promise<string[]> {
  const { backchannelLogout } = app.services.oidc
  await backchannelLogout.relay()
  await runWaiting(app.services.jobs, 'signOuts')
  return heard.flatMap(({ path, type }) => (type === 'log-out' ? [path] : [])).toSorted()
}

async function anotherBrowser(name: string): Promise<TestVisitor> {
  const visitor = app.visitor()
  await visitor.logIn(name, samplePassword)
  return visitor
}

/** The statuses of a call that goes to one server after the other. */
async function statusesOf(visitor: TestVisitor): Promise<number[]> {
  const statuses: number[] = []
  for (let server = 0; server < 2; server += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the calls go to the servers in turn
    const { statusCode } = await visitor.send({ method: 'GET', url: '/api/log/last' })
    statuses.push(statusCode)
  }
  return statuses
}

it('an ended session is refused on both servers at its next call (AT-SEC-03)', async () => {
  const here = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
  const there = await anotherBrowser('Ada')
  expect(await statusesOf(there)).toEqual([200, 200])
  const { Devices } = await here.call('listDevices', {})
  const other = Devices.find(({ IsThis }) => !IsThis)
  await here.call('endDevice', { body: { Id: other?.Id ?? '' } })
  expect(await statusesOf(there)).toEqual([401, 401])
  expect(await statusesOf(here)).toEqual([200, 200])
})

it('a client hears of each device that ends, and of no other (AT-SEC-02)', async () => {
  const here = await signedInPlayer(app, registerForm({ Username: 'Bea' }))
  const community = new TestSite(app)
  const own = await community.signIn(here)
  const others = [await anotherBrowser('Bea'), await anotherBrowser('Bea')]
  for (const visitor of others) await community.signIn(visitor)
  expect(await here.call('endOtherDevices', { body: {} })).toEqual({ Ended: 2 })
  expect(await logOutsHeard()).toEqual(['/community', '/community'])
  expect((await community.userInfo(own.accessToken)).sub).toBe(own.claims.sub)

  heard = []
  const [mine] = (await here.call('listDevices', {})).Devices
  await here.call('endDevice', { body: { Id: mine?.Id ?? '' } })
  expect(await logOutsHeard()).toEqual(['/community'])
})

it('a freeze ends the tokens of every client, which hear of the log-out and of the freeze (AT-SEC-13)', async () => {
  const visitor = await signedInPlayer(app, registerForm({ Username: 'Cleo' }))
  const community = new TestSite(app)
  const tokens = await community.signIn(visitor)
  await visitor.call('freeze', { body: {} })
  await expect(community.userInfo(tokens.accessToken)).rejects.toMatchObject({
    code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
  })
  await expect(community.refresh(tokens.refreshToken)).rejects.toMatchObject({
    error: 'invalid_grant',
  })
  expect(await logOutsHeard()).toEqual(['/community'])
  await runWaiting(app.services.jobs, 'events')
  expect(heard.map(({ path, type }) => `${path} ${type}`)).toContain(
    '/community/events account.frozen',
  )
})
