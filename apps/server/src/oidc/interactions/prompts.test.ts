import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import { registerForm, signedInPlayer } from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients, TestSite } from '../../../test/fixtures/testClient.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'

let app: TestApp
let pass: (seconds: number) => void
let site: TestSite
let ada: TestVisitor
let count = 0

beforeAll(async () => {
  app = await startApp({ deployments: { local: { clients: sampleClients } } })
  site = new TestSite(app)
  pass = shareClock(app.clock)
})
beforeEach(async () => {
  pass(3600)
  count += 1
  ada = await signedInPlayer(app, registerForm({ Username: `Ada${count}` }))
  pass(1)
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

const back = (page: URL) => page.searchParams.get('redirectUrl') ?? ''

describe('prompt=create', () => {
  it('leads a visitor to the registration, and the new player to the client (O13)', async () => {
    const visitor = app.visitor()
    const begun = await site.begin({ prompt: 'create' })
    const page = await site.follow(visitor, begun.path)
    expect([page.pathname, page.searchParams.get('clientId')]).toEqual(['/register', 'community'])
    expect(page.searchParams.has('prompt')).toBe(false)
    pass(60)
    await visitor.logIn(`Ada${count}`, registerForm().Password)
    const { claims } = await site.exchange(begun, await site.follow(visitor, back(page)))
    expect(claims.sub).toBe(String((await ada.readToken()).Id_User))
  })

  it('shows a player the registration once, and goes on without a new account (O13)', async () => {
    const begun = await site.begin({ prompt: 'create' })
    const page = await site.follow(ada, begun.path)
    expect([page.pathname, page.searchParams.get('prompt')]).toEqual(['/register', 'create'])
    const { claims } = await site.exchange(begun, await site.follow(ada, back(page)))
    expect(claims.sub).toBe(String((await ada.readToken()).Id_User))
  })

  it('leads a visitor who comes back without an account to the log-in (O13)', async () => {
    const visitor = app.visitor()
    const page = await site.follow(visitor, (await site.begin({ prompt: 'create' })).path)
    expect((await site.follow(visitor, back(page))).pathname).toBe('/login')
  })

  it('leads there from GET oauth too (O13)', async () => {
    const visitor = app.visitor()
    const begun = await site.begin({ prompt: 'create' })
    const query = Object.fromEntries(new URLSearchParams(begun.path.split('?')[1]))
    const { RedirectUri } = await visitor.call('authorize', { query })
    const { pathname, search } = new URL(RedirectUri)
    expect((await site.follow(visitor, `${pathname}${search}`)).pathname).toBe('/register')
  })
})

describe('prompt=select_account', () => {
  it('lets a player log in as another one (O13)', async () => {
    await signedInPlayer(app, registerForm({ Username: `Bea${count}` }))
    const begun = await site.begin({ prompt: 'select_account' })
    const page = await site.follow(ada, begun.path)
    expect([page.pathname, page.searchParams.get('prompt')]).toEqual(['/login', 'login'])
    // The earlier session is no answer.
    expect((await site.follow(ada, back(page))).pathname).toBe('/login')
    pass(60)
    const bea = await ada.logIn(`Bea${count}`, registerForm().Password)
    const { claims } = await site.exchange(begun, await site.follow(ada, back(page)))
    expect(claims.sub).toBe(String(bea.Id_User))
  })

  it('and the others are refused together with none (O13)', async () => {
    for (const prompt of ['none select_account', 'none create', 'none login']) {
      const end = await site.follow(ada, (await site.begin({ prompt })).path)
      expect(end.searchParams.get('error')).toBe('invalid_request')
    }
  })
})
