import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakePortal } from '../fixtures/fakePortal.ts'
import { gatehouse } from '../fixtures/processes/runGatehouse.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { createVersionStore } from '../../src/staff/versions/versionStore.ts'
import {
  people,
  type StaffBrowser,
  startConsole,
  type TestConsole,
} from '../fixtures/staff/startConsole.ts'

/* A look is written as a draft, played, staged, published and taken back. */

let test: TestConsole
let two: TestApp
let bea: StaffBrowser
let ada: StaffBrowser
let otto: StaffBrowser

/** In the environment of the server. */
const secret = 'a-secret-of-the-environment'
const at = { deployment: 'local' } as const
const accent = 'light-dark(oklch(0.42 0.16 25), oklch(0.82 0.14 60))'

beforeAll(async () => {
  const settings = { LIMITS: 'off', PORTAL_DIST: await fakePortal() }
  test = await startConsole({
    settings: { ...settings, NODE_NAME: 'one' },
    environment: { SHOP_SECRET: secret },
  })
  two = await startApp({ beside: test.app, settings: { ...settings, NODE_NAME: 'two' } })
})
afterAll(async () => {
  await two.close()
  await test.close()
})
beforeEach(async () => {
  const { kysely } = test.app.services.database
  await kysely.deleteFrom('drafts').execute()
  await kysely.deleteFrom('versions').execute()
  await kysely.deleteFrom('version_heads').execute()
  await test.app.services.versions.refresh()
  bea = await test.signedIn(people.bea)
  ada = await test.signedIn(people.ada)
  otto = await test.signedIn(people.otto)
})

interface Plan {
  readonly fingerprint: string
  readonly changes: readonly { readonly field: string; readonly after: string | null }[]
  readonly concerned: { readonly clients: number }
  readonly calls: readonly object[]
  readonly mails: readonly string[]
  readonly problems: readonly string[]
}

async function save(browser: StaffBrowser, changes: object, known: object = {}) {
  const answer = await browser.order('drafts save', {
    ...at,
    ...known,
    changes: JSON.stringify(changes),
  })
  return answer.body as typeof answer.body & {
    readonly data?: { draft: number; revision: number; problems: readonly string[] }
  }
}

const errorOf = async (browser: StaffBrowser, changes: object) =>
  (await save(browser, changes)).error

const farewell = (subject: string) => ({
  words: { en: { mails: { 'farewell.subject': subject } } },
})

async function plan(browser: StaffBrowser, draft: number): Promise<Plan> {
  return (await browser.order('drafts plan', { ...at, draft })).body.data as Plan
}

/** The order of a publish, of the draft as it is looked at now. */
async function looked(browser: StaffBrowser, changes: object) {
  const { draft = 0, revision = 0 } = (await save(browser, changes)).data ?? {}
  const { fingerprint } = await plan(browser, draft)
  return { ...at, draft, revision, fingerprint }
}

/** The approval of a request, by a person who has looked at it. */
async function approvedBy(browser: StaffBrowser, id: string) {
  const shown = await browser.order('approvals show', { ...at, id })
  const { digest } = shown.body.data as { readonly digest: string }
  return browser.order('approvals approve', { ...at, id, digest })
}

async function served() {
  await test.app.services.versions.refresh()
  return test.app.deployment('local')
}

describe('a draft', () => {
  it('changes nothing that players get, and its plan says what it would do (AT-CON2-47)', async () => {
    const before = test.app.deployment('local')
    const saved = await save(bea, {
      Welcome: 'Hello, keeper',
      theme: { tokens: { '--accent': accent } },
    })
    expect(saved.data).toEqual({ draft: 1, revision: 1, problems: [] })
    const said = await plan(bea, 1)
    expect(said.changes.map(({ field }) => field)).toEqual(['Welcome', 'theme.tokens.--accent'])
    expect(said.mails).toContain('confirmation')
    expect(said.concerned.clients).toBe(before.clients.size)
    expect(said.problems).toEqual([])
    expect(await served()).toBe(before)
  })

  it('says which calls open and close (AT-CON2-47)', async () => {
    const { draft = 0 } = (await save(bea, { EnableConnectionsSection: false })).data ?? {}
    const { calls } = await plan(bea, draft)
    expect(calls).toContainEqual({ call: 'epicGamesUnlink', isOpen: false })
  })

  it('with a contrast that is too low names both tokens and the scheme, and is not published (AT-CON2-48)', async () => {
    const saved = await save(bea, { theme: { tokens: { '--accent': '#f5d90a' } } })
    expect(saved.data?.problems.join('\n')).toMatch(
      /--accent on --ground, light: a contrast of 1\.\d+/,
    )
    const { fingerprint } = await plan(bea, 1)
    const { body } = await bea.order('versions publish', {
      ...at,
      draft: 1,
      revision: 1,
      fingerprint,
    })
    expect(body.error).toBe('CHECK_FAILED')
    expect((await served()).version).toBeNull()
  })

  it('takes no field of the file, and no field of another role (AT-CON2-53, AX-CON2-23)', async () => {
    expect(await errorOf(ada, { AccountApiKey: 'stolen-key' })).toBe('FIELD_OF_FILE')
    expect(await errorOf(ada, { clients: [] })).toBe('FIELD_OF_FILE')
    expect(await errorOf(bea, { EnableCaptcha: false })).toBe('FIELD_NOT_YOURS')
    expect(await errorOf(bea, { __proto__: null, constructor: {} })).toBe('INVALID_CHANGES')
    expect(await errorOf(bea, { nothing: 1 })).toBe('INVALID_CHANGES')
    expect((await bea.order('drafts save', { ...at, changes: '[]' })).body.error).toBe(
      'INVALID_CHANGES',
    )
  })

  it('fills nothing in from the environment (AX-CON2-22)', async () => {
    const saved = await save(bea, { Welcome: '${SESSION_KEY}' })
    const said = await plan(bea, saved.data?.draft ?? 0)
    expect(said.changes).toMatchObject([{ field: 'Welcome', after: '"${SESSION_KEY}"' }])
  })

  it('that another person has changed since is not overwritten', async () => {
    await save(bea, { Welcome: 'One' })
    await save(ada, { Welcome: 'Two' }, { draft: 1, revision: 1 })
    const late = await save(bea, { Welcome: 'Three' }, { draft: 1, revision: 1 })
    expect(late).toMatchObject({ error: 'STALE', data: { revision: 2 } })
    expect(late.message).toContain('Ada Operator')
  })
})

describe('a version', () => {
  it('is served after it was published, and its entry has the difference (AT-CON2-49)', async () => {
    const order = await looked(bea, {
      Lead: 'All your games',
      theme: { tokens: { '--accent': accent } },
    })
    const { body } = await bea.order('versions publish', order)
    expect(body).toMatchObject({ data: { version: 1 } })
    const now = await served()
    expect(now.version).toEqual({ id: 1, revision: null })
    expect(now.configuration.Lead).toBe('All your games')
    expect(now.themeSheet?.text).toContain(accent)
    const list = (await ada.order('audit list', { ...at, limit: 1 })).body.data
    expect(JSON.stringify(list)).toContain('All your games')
  })

  it('is not published with a plan that no longer holds', async () => {
    const first = await looked(bea, { Lead: 'First' })
    const second = await looked(ada, { Lead: 'Second' })
    expect((await bea.order('versions publish', first)).body.error).toBeUndefined()
    const { body } = await ada.order('versions publish', second)
    expect(body.error).toBe('STALE')
    const changed = { ...first, draft: second.draft, revision: 2 }
    expect((await ada.order('versions publish', changed)).body.error).toBe('STALE')
  })

  it('is taken back at once, without a proof and a second person (AT-CON2-51)', async () => {
    await bea.order('versions publish', await looked(bea, { Lead: 'First' }))
    await bea.order('versions publish', await looked(bea, { Lead: 'Second' }))
    test.app.clock.advance(700)
    const back = await bea.order('versions rollback', at)
    expect(back.body.data).toMatchObject({ version: 3 })
    expect((await served()).configuration.Lead).toBe('First')
    await bea.order('versions rollback', { ...at, to: 0 })
    expect((await served()).configuration.Lead).toBe('')
    const versions = (await bea.order('versions list', at)).body.data
    expect(versions).toMatchObject([{ restores: 0, isServed: true }, { restores: 1 }, {}, {}])
  })

  it.each([
    ['the version before', {}],
    ['an older version', { to: 1 }],
    ['the file', { to: 0 }],
  ])('with fields of security is not taken back to %s by one person (P-7)', async (_, to) => {
    await ada.order('versions publish', await looked(ada, { Lead: 'First' }))
    const strict = await looked(ada, { Lead: 'First', enumerationProtection: 'strict' })
    const asked = await ada.order('versions publish-security', strict)
    await approvedBy(otto, asked.body.approval?.id ?? '')
    expect((await served()).enumerationProtection).toBe('strict')
    for (const browser of [bea, ada]) {
      const { body } = await browser.order('versions rollback', { ...at, ...to })
      expect(body.error).toBe('CLASS_NEEDS_ALL')
    }
    expect((await bea.order('versions rollback-security', { ...at, ...to })).body.error).toBe(
      'NOT_ALLOWED',
    )
    const back = await ada.order('versions rollback-security', { ...at, ...to })
    expect([back.status, (await served()).enumerationProtection]).toEqual([202, 'strict'])
    const id = back.body.approval?.id ?? ''
    expect((await approvedBy(ada, id)).body.error).toBe('OWN_REQUEST')
    expect((await approvedBy(otto, id)).body.error).toBeUndefined()
    expect((await served()).enumerationProtection).not.toBe('strict')
  })

  it('goes back one version more each time, and not forth again', async () => {
    for (const Lead of ['First', 'Second', 'Third']) {
      await bea.order('versions publish', await looked(bea, { Lead }))
    }
    const leads: string[] = []
    for (let count = 0; count < 3; count += 1) {
      await bea.order('versions rollback', at)
      leads.push((await served()).configuration.Lead)
    }
    expect(leads).toEqual(['Second', 'First', ''])
  })

  it('that changes fields of security waits for a second operator (AT-CON2-53)', async () => {
    const order = await looked(ada, { enumerationProtection: 'strict' })
    expect((await ada.order('versions publish', order)).body.error).toBe('CLASS_NEEDS_ALL')
    expect((await bea.order('versions publish-security', order)).body.error).toBe('NOT_ALLOWED')
    const { status, body } = await ada.order('versions publish-security', order)
    expect(status).toBe(202)
    const id = body.approval?.id ?? ''
    const shown = (await otto.order('approvals show', { ...at, id })).body.data as {
      digest: string
    }
    await otto.order('approvals approve', { ...at, id, digest: shown.digest })
    expect((await served()).enumerationProtection).toBe('strict')
  })

  it('keeps what an operator published when a brand manager publishes the next one', async () => {
    const order = await looked(ada, { reauthenticateFor: ['username'] })
    const { body } = await ada.order('versions publish-security', order)
    const id = body.approval?.id ?? ''
    const shown = (await otto.order('approvals show', { ...at, id })).body.data as {
      digest: string
    }
    await otto.order('approvals approve', { ...at, id, digest: shown.digest })
    await served()
    const both = { reauthenticateFor: ['username'], Lead: 'More' }
    await bea.order('versions publish', await looked(bea, both))
    const now = await served()
    expect([now.reauthenticateFor, now.configuration.Lead]).toEqual([['username'], 'More'])
  })

  it('that the file cannot be served with leaves the one before, and the log names it (AT-CON2-52)', async () => {
    await bea.order('versions publish', await looked(bea, { Lead: 'Good' }))
    await served()
    const { kysely } = test.app.services.database
    const bad = { id: 2, overlay: JSON.stringify({ Lead: 'x'.repeat(999) }), restores: null }
    const made = { made_by: 'a mistake', why: 'by hand', made_at: test.app.clock.now() }
    await kysely
      .insertInto('versions')
      .values({ ...at, ...bad, ...made })
      .execute()
    const logged = test.app.logged.length
    expect((await served()).configuration.Lead).toBe('Good')
    const lines = test.app.logged.slice(logged).join('')
    expect(lines).toContain('"event":"versions.rejected"')
    expect(lines).toContain('Lead')
  })
})

describe('a stage', () => {
  it('serves a look on one node, and another node goes on as before (AT-CON2-50)', async () => {
    const { draft, ...order } = await looked(bea, { Welcome: 'Staged' })
    await bea.order('versions stage', { draft, ...order, node: 'one' })
    expect((await served()).configuration.Welcome).toBe('Staged')
    const other = createVersionStore({
      ...test.app.services,
      settings: { ...test.app.services.settings, NODE_NAME: 'two' },
    })
    await other.refresh()
    expect(test.app.deployment('local').configuration.Welcome).toBe('')
    const again = await save(bea, { Welcome: 'Again' }, { draft, revision: order.revision })
    expect(again.error).toBe('STAGED')
    await bea.order('versions unstage', at)
    expect((await served()).version).toBeNull()
  })

  it('takes no feature: these are published to all nodes at once', async () => {
    const order = await looked(bea, { EnableDeletionSection: false })
    const { body } = await bea.order('versions stage', { ...order, node: 'one' })
    expect(body.error).toBe('CLASS_NEEDS_ALL')
  })
})

/** Loads a page at one node and its sheet at the other; answers what is wrong. */
async function brokenAt(at: TestApp, other: TestApp): Promise<string | null> {
  const headers = { host: test.app.deployment('local').host, accept: 'text/html' }
  const page = await at.app.inject({ method: 'GET', url: '/login', headers })
  if (page.statusCode !== 200) return `page ${page.statusCode}`
  const { deployment } = JSON.parse(page.body.slice(page.body.indexOf('{'))) as {
    deployment: { theme: { sheet: { address: string; text: string } | null } }
  }
  const { sheet } = deployment.theme
  if (sheet === null) return null
  const style = await other.app.inject({ method: 'GET', url: sheet.address, headers })
  if (style.statusCode !== 200) return `sheet ${style.statusCode}`
  return style.body === sheet.text ? null : 'another sheet than the page’s'
}

describe('pages', () => {
  it('of two nodes are whole, a thousand of them, while a version is published and taken back (AT-CON2-51)', async () => {
    const order = await looked(bea, { theme: { tokens: { '--accent': accent } } })
    const broken: (string | null)[] = []
    const load = async (count: number) => {
      for (let at = 0; at < count; at += 1) {
        const [one, other] = at % 2 === 0 ? [test.app, two] : [two, test.app]
        broken.push(await brokenAt(one, other))
      }
    }
    await load(200)
    await bea.order('versions publish', order)
    // One node knows it before the other does.
    await test.app.services.versions.refresh()
    test.app.clock.advance(3)
    await load(300)
    await two.services.versions.refresh()
    await load(200)
    await bea.order('versions rollback', at)
    await two.services.versions.refresh()
    test.app.clock.advance(3)
    await load(300)
    await test.app.services.versions.refresh()
    expect(broken.filter((each) => each !== null)).toEqual([])
    expect(broken).toHaveLength(1000)
    expect((await served()).version?.id).toBe(2)
  })
})

describe('own words', () => {
  it('of a draft go to the verified address of the person who tests them alone, with an entry', async () => {
    const address = { email: 'bea@studio.example', isVerified: true }
    const verified = await test.signedIn({ ...people.bea, ...address })
    const { draft = 0 } = (await save(verified, farewell('Good night, {studio}'))).data ?? {}
    await test.app.mails()
    const order = { ...at, draft, revision: 1, mail: 'farewell', language: 'en' }
    const sent = (more: object, browser = verified) =>
      browser.order('drafts test-mail', { ...order, ...more })
    expect((await sent({})).status).toBe(200)
    const mails = await test.app.mails()
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['bea@studio.example', expect.stringMatching(/^Good night, /)],
    ])
    const [entry] = (await ada.order('audit list', { ...at, limit: 1 })).body.data as object[]
    expect(entry).toMatchObject({ command: 'drafts test-mail', subject: `draft ${draft}` })

    const other = { ...people.bea, email: 'bea@site.test', isVerified: false }
    const codeOf = async (more: object, browser?: StaffBrowser) =>
      (await sent(more, browser)).body.error
    expect(await codeOf({}, await test.signedIn(other))).toBe('NO_ADDRESS')
    expect(await codeOf({ to: 'ann@site.test' })).toBe('INVALID_ORDER')
    expect(await codeOf({ revision: 2 })).toBe('STALE')
    expect(await codeOf({ mail: 'none' })).toBe('NOT_FOUND')
    expect(await codeOf({ language: 'xx' })).toBe('NOT_FOUND')
    const known = { draft, revision: 1 }
    expect((await save(verified, farewell('Good night'), known)).error).toBeUndefined()
    expect(await codeOf({ revision: 2 })).toBe('CHECK_FAILED')
    expect(await test.app.mails()).toHaveLength(mails.length)
  })

  it('of mails are published by language, and their placeholders are checked', async () => {
    const bad = await save(bea, farewell('Bye, {nobody}'))
    expect(bad.data?.problems.join('')).toContain('farewell.subject')
    const order = await looked(bea, farewell('Safe travels from {studio}'))
    const done = await bea.order('versions publish', order)
    expect(done.body).toMatchObject({ data: { version: 1 } })
    const now = await served()
    expect(now.wordings.get('en')?.mails['farewell.subject']).toBe('Safe travels from {studio}')
  })
})

describe('a changed file', () => {
  it('is played before it is there, and shows no secret (AT-CON2-54)', async () => {
    const file = {
      ...test.app.deployment('local').file,
      Lead: 'From a file',
      AccountApiKey: 'another-key',
    }
    const { body } = await ada.order('config plan', { ...at, file: JSON.stringify(file) })
    const { changes, problems } = body.data as Plan
    expect(problems).toEqual([])
    expect(changes.map(({ field }) => field).toSorted()).toEqual(['AccountApiKey', 'Lead'])
    expect(JSON.stringify(body)).not.toContain('another-key')
  })

  it('takes no value of the environment that the file has not at that place: a plan would show a secret (AX-CON2-22)', async () => {
    const { file: present, apiKey } = test.app.deployment('local')
    for (const more of [
      { Lead: '${SHOP_SECRET}' },
      { Lead: 'a${SHOP_SECRET}b' },
      { LegalUrls: { en: { terms: 'https://site.test/${SHOP_SECRET}' } } },
      { Environment: '${SHOP_SECRET}' },
      { Lead: '${NO_SUCH_SETTING}' },
    ]) {
      const file = JSON.stringify({ ...present, ...more })
      const { body } = await ada.order('config plan', { ...at, file })
      expect(JSON.stringify(body)).not.toContain(secret)
      const { changes, problems } = body.data as Plan
      expect(changes).toEqual([])
      expect(problems).toEqual([expect.stringContaining('a value of the environment')])
    }
    const file = JSON.stringify({ ...present, AccountApiKey: `\${NOT_SET:-${apiKey}}` })
    const { body } = await ada.order('config plan', { ...at, file })
    expect((body.data as Plan).problems).toEqual([])
    // An operator at the machine has its environment.
    const input = JSON.stringify({ ...present, Lead: '${SHOP_SECRET}' })
    const { output } = await gatehouse(test.app, 'config plan - --deployment local', { input })
    expect(output).toContain(secret)
  })

  it('is refused with the host of another deployment, without its name', async () => {
    const { AccountUrl } = test.app.deployment('prod').configuration
    const { file: present } = test.app.deployment('local')
    const file = JSON.stringify({ ...present, AccountUrl })
    const { body } = await ada.order('config plan', { ...at, file })
    const { problems } = body.data as Plan
    expect(problems).toEqual(['AccountUrl: another deployment has it.'])
  })

  it('is shown with pictures before and after, on a page for a browser', async () => {
    const file = { ...test.app.deployment('local').file, Lead: 'From a <file>' }
    const input = JSON.stringify(file)
    const line = 'config plan - --deployment local --pictures'
    const { output, errors } = await gatehouse(test.app, line, { input })
    expect(errors).toBe('')
    const figures = [...output.matchAll(/<figcaption>([^<]+)<\/figcaption><iframe ([^>]+)>/g)]
    const captions = figures.map(([, caption]) => caption)
    expect(captions.length).toBeGreaterThan(0)
    expect(captions.length % 10).toBe(0)
    for (const [at, end] of ['before', 'after'].entries()) {
      expect(captions.at(at - 2)).toMatch(new RegExp(`, Phone, Arabic, ${end}$`))
    }
    const states = figures.map(([, , attributes = '']) => attributes.includes('From a'))
    expect(states.every((isNext, at) => isNext === (at % 2 === 1))).toBe(true)
    expect(output).not.toContain('From a <file>')
  })
})
