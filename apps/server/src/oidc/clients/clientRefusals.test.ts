import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { gatehouse } from '../../../test/fixtures/processes/runGatehouse.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients, TestSite } from '../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

const strict = {
  clientId: 'strict',
  name: 'Strict',
  clientSecret: 'sample-strict-secret',
  redirectUris: ['https://strict.site.test/callback'],
  scopes: ['openid' as const, 'profile' as const],
  firstParty: true,
}
const clients = [...sampleClients, strict]

let app: TestApp
let pass: (seconds: number) => void
let site: TestSite
let ada: TestVisitor
let count = 0

beforeAll(async () => {
  app = await startApp({
    deployments: { local: { clients, EnableSecuritySection: true }, test: { clients } },
    nodes: 1,
  })
  pass = shareClock(app.clock)
  site = new TestSite(app, 'strict')
})
beforeEach(async () => {
  pass(120)
  count += 1
  ada = await signedInPlayer(app, registerForm({ Username: `Ada${count}` }))
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

/** The lines about refused clients since there were so many lines. */
const linesSince = (start: number) =>
  app.logged
    .slice(start)
    .map((line) => JSON.parse(line) as Record<string, string>)
    .filter(({ event }) => event === 'client.refused')

async function listed(clientId: string, deployment = 'local') {
  const { output } = await gatehouse(app, `clients list --deployment ${deployment} --json`)
  const all = JSON.parse(output) as { clientId: string; refused: { fault: string } | null }[]
  return all.find((one) => one.clientId === clientId)?.refused
}

type Given = Record<string, string | undefined>
const elsewhere = 'https://elsewhere.test/cb?code=letmein&state=1'
const withoutPkce = { code_challenge: undefined, code_challenge_method: undefined }

/** A request of the client’s server. */
function ask(url: string, body: Record<string, string>, secret = 'sample-strict-secret') {
  return app.app.inject({
    method: 'POST',
    url,
    headers: {
      host: 'localhost:4000',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${btoa(`strict:${secret}`)}`,
    },
    payload: new URLSearchParams(body).toString(),
  })
}

describe('a client’s wrong request', () => {
  it.each<[string, Given, string]>([
    ['redirect_uri', { redirect_uri: elsewhere }, 'ERROR_CLIENT_ADDRESS'],
    ['client_id', { client_id: 'stricd' }, 'ERROR_CLIENT_UNKNOWN'],
    ['client_id', { client_id: undefined }, 'ERROR_CLIENT_UNKNOWN'],
    ['scope', { scope: 'openid email' }, 'ERROR_CLIENT_SCOPE'],
    ['pkce', withoutPkce, 'ERROR_CLIENT_PKCE'],
    ['request', { response_type: 'token' }, 'ERROR_CLIENT_REQUEST'],
  ])('is named by its part %s, at both endpoints: %j', async (fault, given, code) => {
    const clientId = 'client_id' in given ? (given['client_id'] ?? '') : 'strict'
    const { path } = await site.begin(given)
    const query = Object.fromEntries(new URLSearchParams(path.split('?')[1]))
    const atEndpoint = async () => {
      const { pathname, searchParams } = await site.follow(ada, path)
      // What may go back to the client goes there.
      return pathname === '/errors/bad-request' ? searchParams.get('message') : 'the client'
    }
    const atOauth = async () => (await ada.refused('authorize', { query })).items[0]
    const isShown = ['redirect_uri', 'client_id'].includes(fault)
    for (const [send, expected] of [
      [atEndpoint, isShown ? code : 'the client'],
      [atOauth, `${code}@`],
    ] as const) {
      pass(120)
      const start = app.logged.length
      expect(await send()).toBe(expected)
      const lines = linesSince(start)
      expect(lines).toMatchObject([{ deployment: 'local', client: clientId, fault }])
      expect(JSON.stringify(lines)).not.toContain('letmein')
      const kept = await listed('strict')
      expect(kept?.fault).toBe(clientId === 'strict' ? fault : kept?.fault)
    }
  })

  it('is named at the endpoints of programs, too', async () => {
    const code = async () => {
      const { path, verifier } = await site.begin()
      const end = await site.follow(ada, path)
      return { code: end.searchParams.get('code') ?? '', code_verifier: verifier }
    }
    const grant = { grant_type: 'authorization_code', redirect_uri: site.redirectUri }
    const cases: [string | null, () => ReturnType<typeof ask>][] = [
      ['client_authentication', () => ask('/oidc/token', grant, 'wrong')],
      [
        'redirect_uri',
        async () => ask('/oidc/token', { ...grant, ...(await code()), redirect_uri: elsewhere }),
      ],
      [
        'pkce',
        async () =>
          ask('/oidc/token', { ...grant, ...(await code()), code_verifier: 'v'.repeat(43) }),
      ],
      // These are everyday answers.
      [null, () => ask('/oidc/token', { ...grant, code: 'used' })],
      [null, () => ask('/oidc/token', { grant_type: 'refresh_token', refresh_token: 'ended' })],
    ]
    for (const [fault, send] of cases) {
      pass(120)
      const start = app.logged.length
      expect((await send()).statusCode).toBeGreaterThanOrEqual(400)
      expect(linesSince(start).map((line) => line['fault'])).toEqual(fault === null ? [] : [fault])
    }
  })

  it('is noted once a minute and client, and those of guessed clients come to an end', async () => {
    const start = app.logged.length
    const { path } = await site.begin({ redirect_uri: elsewhere })
    for (const wait of [0, 30, 31]) {
      pass(wait)
      await site.follow(ada, path)
    }
    expect(linesSince(start)).toHaveLength(2)
    expect(linesSince(start)[0]?.['value']).toBe('https://elsewhere.test/cb?code&state')
  })

  it('is no fault of a client where a player says no, or is not here', async () => {
    const start = app.logged.length
    const { path } = await site.begin({ prompt: 'none' })
    const end = await site.follow(app.visitor(), path)
    expect(end.searchParams.get('error')).toBe('login_required')
    expect(linesSince(start)).toEqual([])
  })

  it('keeps the specification’s words where nothing goes beyond them', async () => {
    const here = new TestSite(app, 'strict', 'test')
    const { path } = await here.begin({ redirect_uri: elsewhere })
    const player = await signedInPlayer(app, registerForm({ Username: `Bea${count}` }), 'test')
    const end = await here.follow(player, path)
    expect(end.searchParams.get('message')).toBe('This request is not authorized.')
    expect(await listed('strict', 'test')).toMatchObject({
      fault: 'redirect_uri',
      value: elsewhere,
    })
  })
})
