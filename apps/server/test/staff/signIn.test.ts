import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groups, people, startConsole, type TestConsole } from '../fixtures/staff/startConsole.ts'

let test: TestConsole

beforeAll(async () => {
  test = await startConsole()
})
afterAll(() => test.close())

const sessionsOf = () =>
  test.app.services.database.kysely.selectFrom('staff_sessions').selectAll().execute()

describe('the log-in of staff', () => {
  it('leads to the identity provider and back to the page that was asked for (AT-CON2-02)', async () => {
    const sam = test.browser()
    const page = await sam.signIn(people.sam, { to: '/prod/players?q=PlayerOne' })
    expect(page.status).toBe(200)
    expect(page.text).toContain('url=/prod/players?q=PlayerOne')
    const { status, body } = await sam.ask('GET', '/api/v1/me')
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      name: 'Sam Support',
      email: 'sam@studio.test',
      deployments: [
        { name: 'local', roles: ['support'] },
        { name: 'prod', roles: ['support'] },
      ],
      house: { roles: [] },
      waiting: [],
    })
  })

  it('gives a secret that is Strict, HttpOnly and new each time, of which the hash is kept', async () => {
    const sam = test.browser()
    const page = await sam.signIn(people.sam)
    const cookie = String(page.headers['set-cookie'])
    expect(cookie).toContain('HttpOnly; SameSite=Strict')
    const secret = sam.cookies.get('gh_staff') ?? ''
    await sam.signIn(people.sam)
    expect(sam.cookies.get('gh_staff')).not.toBe(secret)
    expect(JSON.stringify(await sessionsOf())).not.toContain(secret)
  })

  it('is refused to a person without a role, and opens no session (AT-CON2-03)', async () => {
    const nora = test.browser()
    const before = (await sessionsOf()).length
    const page = await nora.signIn(people.nora)
    expect(page.status).toBe(403)
    expect(page.text).toContain('You have no access to this console.')
    expect(nora.cookies.has('gh_staff')).toBe(false)
    expect(await sessionsOf()).toHaveLength(before)
    expect((await nora.ask('GET', '/api/v1/me')).body.error).toBe('NOT_SIGNED_IN')
  })

  it.each([
    ['//evil.test'],
    ['/\\evil.test'],
    ['https:evil.test'],
    ['javascript:alert(1)'],
    ['/%0d%0aset-cookie:a=b\r\n'],
    ['/a\u0000b'],
  ])('goes on to the start, and not to %j (AX-CON2-11)', async (to) => {
    const page = await test.browser().signIn(people.sam, { to })
    expect(page.text).not.toContain('evil')
    expect(page.text).not.toContain('javascript')
    expect(page.text).toMatch(/url=\/(%250d|")/i)
  })

  it('takes no answer that is not its own (AX-CON2-09)', async () => {
    const bends = [
      { nonce: 'another' },
      { iss: 'https://evil.test' },
      { aud: 'another-client' },
      { alg: 'none' as const },
      { exp: Math.floor(Date.now() / 1000) - 600 },
    ]
    for (const bend of bends) {
      const browser = test.browser()
      const page = await browser.signIn(people.sam, { bend })
      expect([bend, page.status]).toEqual([bend, 403])
      expect(browser.cookies.has('gh_staff')).toBe(false)
    }
  })

  it('takes an answer once, and in the browser that began it (AX-CON2-09)', async () => {
    const [sam, other] = [test.browser(), test.browser()]
    const { location } = await sam.visit('/sign-in')
    const back = test.provider.authorize(location, people.sam)
    expect((await other.visit(back)).status).toBe(403)
    expect((await sam.visit(back)).status).toBe(200)
    expect((await sam.visit(back)).status).toBe(403)
  })

  it('is neither ended nor counted by a page of another site that leads its visitors to the way back', async () => {
    const sam = test.browser()
    const { location } = await sam.visit('/sign-in')
    const foreign = { 'sec-fetch-site': 'cross-site' }
    // A picture has no cookie of ours, and a page that is opened has it.
    for (let each = 0; each < 40; each += 1) {
      for (const [browser, query] of [
        [test.browser(), 'x=1'],
        [sam, 'code=a&state=guessed'],
        [sam, 'code=a&state=a&state=b'],
        [sam, 'error=access_denied'],
      ] as const) {
        expect((await browser.visit(`/sign-in/callback?${query}`, foreign)).status).toBe(403)
      }
    }
    expect((await sam.visit(test.provider.authorize(location, people.sam))).status).toBe(200)
  })

  it('keeps an address out for ten minutes after thirty answers that prove no one', async () => {
    const tryOnce = (bend = {}) => test.browser().signIn(people.sam, { bend })
    test.app.clock.advance(601)
    for (let each = 0; each < 30; each += 1) {
      expect((await tryOnce({ nonce: 'another' })).status).toBe(403)
    }
    expect((await tryOnce()).status).toBe(429)
    test.app.clock.advance(601)
    expect((await tryOnce()).status).toBe(200)
  })

  it('is not taken after ten minutes', async () => {
    const sam = test.browser()
    const { location } = await sam.visit('/sign-in')
    test.app.clock.advance(601)
    expect((await sam.visit(test.provider.authorize(location, people.sam))).status).toBe(403)
  })
})

describe('a log-in', () => {
  it('ends after half an hour without an act; questions of the page do not renew it', async () => {
    const sam = await test.signedIn(people.sam)
    test.app.clock.advance(29 * 60)
    expect((await sam.order('badges list', { deployment: 'local' })).status).toBe(200)
    test.app.clock.advance(20 * 60)
    expect((await sam.ask('GET', '/api/v1/me')).status).toBe(200)
    test.app.clock.advance(11 * 60)
    expect((await sam.ask('GET', '/api/v1/me')).body.error).toBe('NOT_SIGNED_IN')
  })

  it('ends after ten hours in any case', async () => {
    const sam = await test.signedIn(people.sam)
    for (let hours = 0; hours < 20; hours += 1) {
      test.app.clock.advance(29 * 60)
      expect((await sam.order('badges list', { deployment: 'local' })).status).toBe(200)
    }
    test.app.clock.advance(29 * 60)
    expect((await sam.order('badges list', { deployment: 'local' })).status).toBe(401)
  })

  it('ends with a sign-out, here and at the identity provider', async () => {
    const sam = await test.signedIn(people.sam)
    const { body } = await sam.ask('POST', '/sign-out')
    expect((body.data as { location: string }).location).toContain(`${test.provider.issuer}/end`)
    expect((await sam.ask('GET', '/api/v1/me')).status).toBe(401)
  })

  it('ends in every window when the identity provider says so, and another person’s stays (AT-CON2-06)', async () => {
    const [one, other, sue] = [
      await test.signedIn(people.sam),
      await test.signedIn(people.sam),
      await test.signedIn(people.sue),
    ]
    const tell = async (token: string) =>
      (
        await test.console.inject({
          method: 'POST',
          url: '/backchannel-logout',
          headers: {
            host: 'console.test',
            'content-type': 'application/x-www-form-urlencoded',
          },
          payload: new URLSearchParams({ logout_token: token }).toString(),
        })
      ).statusCode
    expect(await tell('nonsense')).toBe(400)
    expect(await tell(await test.provider.logoutToken({ sub: 'sam', aud: 'another' }))).toBe(400)
    expect(await tell(await test.provider.logoutToken({ sub: 'sam', events: {} }))).toBe(400)
    expect((await one.ask('GET', '/api/v1/me')).status).toBe(200)
    expect(await tell(await test.provider.logoutToken({ sub: 'sam' }))).toBe(200)
    expect((await one.ask('GET', '/api/v1/me')).status).toBe(401)
    expect((await other.ask('GET', '/api/v1/me')).status).toBe(401)
    expect((await sue.ask('GET', '/api/v1/me')).status).toBe(200)
  })

  it('is one of a person’s own list, which ends each', async () => {
    const [one, other] = [await test.signedIn(people.otto), await test.signedIn(people.otto)]
    const { body } = await one.ask('GET', '/api/v1/me/sessions')
    const open = body.data as readonly { id: number; isThis: boolean }[]
    const another = open.find(({ isThis }) => !isThis)
    expect(open.filter(({ isThis }) => isThis)).toHaveLength(1)
    await one.ask('POST', '/api/v1/me/sessions/end', { id: another?.id })
    expect((await other.ask('GET', '/api/v1/me')).status).toBe(401)
    const sam = await test.signedIn(people.sam)
    const own = (await sam.ask('GET', '/api/v1/me')).body.data as { session: { id: number } }
    await one.ask('POST', '/api/v1/me/sessions/end', { id: own.session.id })
    expect((await sam.ask('GET', '/api/v1/me')).status).toBe(200)
  })

  it('is ended by an operator of all deployments', async () => {
    const [ada, sam] = [await test.signedIn(people.ada), await test.signedIn(people.sam)]
    expect((await sam.order('staff end-sessions', { person: 'ada' })).body.error).toBe(
      'NOT_ALLOWED',
    )
    const { body } = await ada.order('staff end-sessions', { person: 'sam@studio.test' })
    expect(body.error).toBeUndefined()
    expect((await sam.ask('GET', '/api/v1/me')).status).toBe(401)
  })
})

describe('the roles file', () => {
  it('counts at once, and one that cannot be read changes nothing (AT-CON2-04)', async () => {
    const [sam, sue] = [await test.signedIn(people.sam), await test.signedIn(people.sue)]
    const { staffRoles } = test.app.services
    const list = (browser: typeof sam, deployment: string) =>
      browser.order('badges list', { deployment })
    expect((await list(sue, 'relic')).status).toBe(200)
    await writeFile(test.staffFile, '{"groups": {')
    await staffRoles.refresh()
    expect((await list(sue, 'relic')).status).toBe(200)
    await writeFile(test.staffFile, JSON.stringify({ groups: { ...groups, 'support-relic': [] } }))
    await staffRoles.refresh()
    expect((await list(sue, 'relic')).body.error).toBe('UNKNOWN_DEPLOYMENT')
    expect((await list(sam, 'local')).status).toBe(200)
    // It names one that there is not: staff learn no other name.
    expect((await list(sam, 'gone')).body.message).toBe('There is no deployment gone.')
    const lost = { 'support-relic': [{ role: 'brand', deployments: ['gone'] }] }
    await writeFile(test.staffFile, JSON.stringify({ groups: { ...groups, ...lost } }))
    await staffRoles.refresh()
    const samples = await sue.order('launch samples', { deployment: 'gone' })
    expect(samples.body.message).toBe('There is no deployment gone.')
    await writeFile(test.staffFile, JSON.stringify({ groups }))
    await staffRoles.refresh()
    expect(test.app.logged.join('\n')).toContain('staff.file_rejected')
  })

  it('that is broken is named to operators by the health of the server', async () => {
    const ada = await test.signedIn(people.ada)
    const health = async () => (await ada.order('health show', {})).body.data
    const parts = ['database', 'roles file', 'identity provider', 'mail server', 'queues']
    const good = parts.map((part) => ({ part, status: 'ok', isGood: true }))
    const others = ['audit log', 'player search', 'server key', 'signing keys'].map((part) =>
      expect.objectContaining({ part, isGood: true }),
    )
    expect(await health()).toEqual([...good, ...others])
    await writeFile(test.staffFile, '{"groups": {')
    await test.app.services.staffRoles.refresh()
    const status = expect.stringContaining('the roles stay as they were')
    const broken = { part: 'roles file', status, isGood: false }
    expect(await health()).toEqual([good[0], broken, ...good.slice(2), ...others])
    await writeFile(test.staffFile, JSON.stringify({ groups }))
    await test.app.services.staffRoles.refresh()
    expect(await health()).toEqual([...good, ...others])
  })
})

describe('a call of the console', () => {
  it.each([
    ['without its header', { 'x-gatehouse-console': '0' }],
    ['of another site', { 'sec-fetch-site': 'cross-site' }],
    ['of a portal on a sibling host', { 'sec-fetch-site': 'same-site' }],
    [
      'of a portal in a browser without fetch metadata',
      { 'sec-fetch-site': '', origin: 'http://localhost:4000' },
    ],
  ])('is refused %s (AX-CON2-12)', async (_, headers) => {
    const sam = await test.signedIn(people.sam)
    const { status, body } = await sam.order('badges list', { deployment: 'local' }, { headers })
    expect(status).toBe(403)
    expect(body.error).toBe('FOREIGN')
  })

  it('is refused as a form, and at another host (AX-CON2-12, AX-CON2-14)', async () => {
    const sam = await test.signedIn(people.sam)
    const form = { 'content-type': 'text/plain' }
    const asForm = await sam.order('badges list', { deployment: 'local' }, { headers: form })
    expect(asForm.status).toBe(415)
    const elsewhere = await sam.order(
      'badges list',
      { deployment: 'local' },
      { headers: { host: 'localhost' } },
    )
    expect(elsewhere.status).toBe(421)
  })

  it('has the policy that lets no script of others run', async () => {
    const { headers } = await test.browser().visit('/sign-in/proven.js')
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  it('needs no identity provider for who is signed in; the sign-in says that it is away (AT-CON2-08)', async () => {
    const sam = await test.signedIn(people.sam)
    await test.provider.stop()
    expect((await sam.order('badges list', { deployment: 'local' })).status).toBe(200)
    test.app.clock.advance(3601)
    const page = await test.browser().visit('/sign-in')
    expect(page.status).toBe(503)
    expect(page.text).toContain('Try again')
  })
})
