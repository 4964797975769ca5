import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  configurationOf,
  entryOf,
  inventory,
  sendTo,
  signInBy,
  stats,
  studio,
} from '../../../test/fixtures/apiClients.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import {
  confirmedPlayer,
  registerForm,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients, TestSite } from '../../../test/fixtures/testClient.ts'

const bank = entryOf('bank', {
  requirePar: true,
  resources: { [inventory]: ['inventory:read'], [stats]: ['stats:read'] },
})
const page = entryOf('page', { clientSecret: undefined })
const redirect_uri = 'https://bank.site.test/callback'

let app: TestApp
let pass: (seconds: number) => void
let configuration: openid.Configuration

beforeAll(async () => {
  const clients = [...sampleClients, bank, page]
  app = await startApp({ deployments: { local: { ...studio, clients } }, nodes: 2 })
  pass = shareClock(app.clock)
  pass(3600)
  configuration = await configurationOf(app, 'bank')
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

async function requestOf(more: Readonly<Record<string, string>> = {}) {
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const parameters = new URLSearchParams({
    redirect_uri,
    scope: 'openid inventory:read stats:read',
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  })
  return { verifier, state, parameters }
}

const follow = (visitor: Parameters<TestSite['follow']>[0], { pathname, search }: URL) =>
  new TestSite(app).follow(visitor, `${pathname}${search}`)

describe('a client that pushes its requests', () => {
  it('signs a player in who is here, and each request once (O70)', async () => {
    const ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
    expect((await signInBy(app, configuration, ada)).access_token).toBeTruthy()
    const { parameters } = await requestOf()
    const address = await openid.buildAuthorizationUrlWithPAR(configuration, parameters)
    expect([...address.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri'])
    expect((await follow(ada, address)).searchParams.get('code')).toBeTruthy()
    expect((await follow(ada, address)).searchParams.get('code')).toBeNull()
  })

  it('has its request kept while its visitor logs in, however long that takes (O70)', async () => {
    const { parameters, verifier, state } = await requestOf()
    parameters.append('resource', inventory)
    parameters.append('resource', stats)
    const visitor = app.visitor()
    const address = await openid.buildAuthorizationUrlWithPAR(configuration, parameters)
    const login = await follow(visitor, address)
    expect(login.pathname).not.toContain('/oidc/')
    const onward = login.searchParams.get('redirectUrl') ?? ''
    expect(onward).toMatch(/^\/oidc\//)
    pass(600)
    const bea = registerForm({ Username: 'Bea' })
    await confirmedPlayer(app, bea)
    await visitor.logIn(bea.Username, bea.Password)
    const back = await new TestSite(app).follow(visitor, onward)
    const tokens = await openid.authorizationCodeGrant(
      configuration,
      back,
      { pkceCodeVerifier: verifier, expectedState: state },
      { resource: stats },
    )
    expect(tokens.scope).toBe('stats:read')
    const again = await openid.refreshTokenGrant(configuration, tokens.refresh_token ?? '', {
      resource: inventory,
    })
    expect(again.scope).toBe('inventory:read')
  })

  it('has one code for a request, however many browsers have opened it before a log-in (O70)', async () => {
    const { parameters } = await requestOf()
    const address = await openid.buildAuthorizationUrlWithPAR(configuration, parameters)
    const dan = registerForm({ Username: 'Dan' })
    await confirmedPlayer(app, dan)
    const player = await signedInPlayer(app, registerForm({ Username: 'Eve' }))
    const visitors = [app.visitor(), app.visitor()]
    const ways: string[] = []
    for (const visitor of visitors) {
      const login = await follow(visitor, address)
      ways.push(login.searchParams.get('redirectUrl') ?? '')
      await visitor.logIn(dan.Username, dan.Password)
    }
    const ends: URL[] = []
    for (const [index, visitor] of visitors.entries()) {
      ends.push(await new TestSite(app).follow(visitor, ways[index] ?? ''))
    }
    expect(ends[0]?.searchParams.get('code')).toBeTruthy()
    expect(`${ends[1]?.origin}${ends[1]?.pathname}`).toBe(redirect_uri)
    expect(ends[1]?.searchParams.get('error')).toBe('invalid_request_uri')
    expect((await follow(player, address)).searchParams.get('code')).toBeNull()
    pass(120)
    // Also after its minute, which is long over.
    const again = await new TestSite(app).follow(visitors[1] ?? player, ways[1] ?? '')
    expect(again.searchParams.get('error')).toBe('invalid_request_uri')
  })

  it('may try again after a visit that came to nothing (O70)', async () => {
    const { parameters } = await requestOf()
    const address = await openid.buildAuthorizationUrlWithPAR(configuration, parameters)
    await follow(app.visitor(), address)
    const player = await signedInPlayer(app, registerForm({ Username: 'Fay' }))
    expect((await follow(player, address)).searchParams.get('code')).toBeTruthy()
  })

  it('is refused a parameter that only the server may set, at the provider and by GET oauth (O71)', async () => {
    const ada = await signedInPlayer(app, registerForm({ Username: 'Cleo' }))
    const { parameters, state } = await requestOf()
    const plain = openid.buildAuthorizationUrl(configuration, parameters)
    expect((await follow(ada, plain)).searchParams.get('error')).toBe('invalid_request')
    const query = { client_id: 'bank', redirect_uri, state, code_challenge: 'x'.repeat(43) }
    await expect(
      ada.call('authorize', { query: { ...query, code_challenge_method: 'S256' } }),
    ).rejects.toMatchObject({ status: 400 })
    // The browser's additions to a pushed request count for nothing.
    const pushed = await openid.buildAuthorizationUrlWithPAR(configuration, parameters)
    pushed.searchParams.set('redirect_uri', 'https://evil.test/')
    pushed.searchParams.set('scope', 'openid email')
    const end = await follow(ada, pushed)
    expect(`${end.origin}${end.pathname}`).toBe(redirect_uri)
    expect(end.searchParams.get('state')).toBe(state)
  })

  it('alone uses its request, in a minute, and others write none down (O71)', async () => {
    const ada = await signedInPlayer(app, registerForm({ Username: 'Dora' }))
    const { parameters } = await requestOf()
    const stolen = await openid.buildAuthorizationUrlWithPAR(configuration, parameters)
    const late = new URL(stolen)
    stolen.searchParams.set('client_id', 'community')
    const end = await follow(ada, stolen)
    expect(end.searchParams.get('code')).toBeNull()
    pass(61)
    expect((await follow(ada, late)).searchParams.get('code')).toBeNull()
    const push = (body: Readonly<Record<string, string>>) =>
      sendTo(app, 'http://localhost:4000/oidc/request', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...Object.fromEntries(parameters), ...body }),
      })
    const rows = async () =>
      (
        await app.services.database.kysely
          .selectFrom('oidc_artifacts')
          .select('id_hash')
          .where('model', '=', 'PushedAuthorizationRequest')
          .execute()
      ).length
    const before = await rows()
    const refusals: [Record<string, string>, number][] = [
      [{ client_id: 'page', redirect_uri: 'https://page.site.test/callback' }, 400],
      [{ client_id: 'bank' }, 401],
      [{ client_id: 'bank', client_secret: 'wrong' }, 401],
      [
        {
          client_id: 'bank',
          client_secret: 'sample-bank-secret',
          redirect_uri: 'https://evil.test',
        },
        400,
      ],
    ]
    for (const [body, status] of refusals) expect((await push(body)).status).toBe(status)
    expect(await rows()).toBe(before)
  })
})
