import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakePortal } from '../fixtures/fakePortal.ts'
import {
  people,
  type StaffAnswer,
  type StaffBrowser,
  startConsole,
  type TestConsole,
} from '../fixtures/staff/startConsole.ts'

/* What a person looked at and what another one changes meanwhile: the write lands on the one that was seen. */

let test: TestConsole
let bea: StaffBrowser
let ada: StaffBrowser
let otto: StaffBrowser

const at = { deployment: 'local' } as const

beforeAll(async () => {
  test = await startConsole({
    settings: { LIMITS: 'off', PORTAL_DIST: await fakePortal(), NODE_NAME: 'one' },
  })
  bea = await test.signedIn(people.bea)
  ada = await test.signedIn(people.ada)
  otto = await test.signedIn(people.otto)
})
afterAll(() => test.close())
beforeEach(async () => {
  const { kysely } = test.app.services.database
  await kysely.deleteFrom('drafts').execute()
  await kysely.deleteFrom('versions').execute()
  await test.app.services.versions.refresh()
})

interface Saved {
  readonly draft: number
  readonly revision: number
}

const save = (changes: object, known: object = {}) =>
  bea.order('drafts save', { ...at, ...known, changes: JSON.stringify(changes) })

/** The order of a publish, of a new draft as it is looked at now. */
async function looked(changes: object, by = bea) {
  const saved = await by.order('drafts save', { ...at, changes: JSON.stringify(changes) })
  const { draft, revision } = saved.body.data as Saved
  const { body } = await by.order('drafts plan', { ...at, draft })
  const { fingerprint } = body.data as { readonly fingerprint: string }
  return { ...at, draft, revision, fingerprint }
}

const publish = async (changes: object) => bea.order('versions publish', await looked(changes))

async function publishSecurity(changes: object) {
  const asked = await ada.order('versions publish-security', await looked(changes, ada))
  const id = asked.body.approval?.id ?? ''
  const shown = await otto.order('approvals show', { ...at, id })
  const { digest } = shown.body.data as { readonly digest: string }
  return otto.order('approvals approve', { ...at, id, digest })
}

async function served() {
  await test.app.services.versions.refresh()
  return test.app.deployment('local')
}

const drafts = async () =>
  (await bea.order('drafts list', at)).body.data as readonly {
    readonly draft: number
    readonly revision: number
    readonly stagedOn: string | null
  }[]

const versions = async () =>
  (await bea.order('versions list', at)).body.data as readonly { readonly version: number }[]

const errorsOf = (answers: readonly StaffAnswer[]) =>
  answers.map(({ body }) => body.error ?? 'done')

describe('a staged draft', () => {
  it('serves no older rules of security once a version is published', async () => {
    const order = await looked({ Welcome: 'Staged' })
    await bea.order('versions stage', { ...order, node: 'one' })
    expect((await served()).configuration.Welcome).toBe('Staged')
    const done = await publishSecurity({ enumerationProtection: 'strict' })
    expect(done.body.error).toBeUndefined()
    const now = await served()
    expect([now.enumerationProtection, now.version]).toEqual(['strict', { id: 1, revision: null }])
    expect(await drafts()).toMatchObject([{ draft: order.draft, stagedOn: null }])
  })

  it('ends with a way back, too, and the answer says so', async () => {
    await publish({ Lead: 'First' })
    await publish({ Lead: 'Second' })
    const order = await looked({ Lead: 'Second', Welcome: 'Staged' })
    await bea.order('versions stage', { ...order, node: 'one' })
    const { body } = await bea.order('versions rollback', at)
    expect(body.message).toContain(`Draft ${order.draft} is staged no more`)
    const { configuration } = await served()
    expect([configuration.Lead, configuration.Welcome]).toEqual(['First', ''])
  })

  it.each([1, 2, 3, 4, 5])(
    'and a publish at once: the stage is over what is served, or refused (%i)',
    async () => {
      const staged = await looked({ Welcome: 'Staged' })
      const published = await looked({ Lead: 'Published' })
      const [stage, version] = await Promise.all([
        bea.order('versions stage', { ...staged, node: 'one' }),
        bea.order('versions publish', published),
      ])
      expect(version.status).toBe(200)
      expect(['done', 'STALE']).toContain(errorsOf([stage])[0])
      expect((await served()).version).toEqual({ id: 1, revision: null })
      expect((await drafts()).map(({ stagedOn }) => stagedOn)).toEqual([null])
    },
  )

  it('is staged on a node that there is', async () => {
    const order = await looked({ Welcome: 'Staged' })
    const { body } = await bea.order('versions stage', { ...order, node: 'typo' })
    expect([body.error, body.message]).toEqual(['UNKNOWN_NODE', expect.stringContaining('one')])
    expect((await drafts())[0]?.stagedOn).toBeNull()
  })

  it('is unstaged as it was seen', async () => {
    const order = await looked({ Welcome: 'Staged' })
    await bea.order('versions stage', { ...order, node: 'one' })
    const other = await bea.order('versions unstage', { ...at, draft: order.draft + 1 })
    expect(other.body.error).toBe('STALE')
    const seen = await bea.order('versions unstage', { ...at, draft: order.draft })
    expect(seen.status).toBe(200)
  })
})

describe('of two at once', () => {
  it('who publish the same version, one does, and nothing of it is overwritten', async () => {
    const orders: object[] = []
    for (const Lead of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) orders.push(await looked({ Lead }))
    const answers = await Promise.all(orders.map((order) => bea.order('versions publish', order)))
    expect(errorsOf(answers).toSorted()).toEqual([...Array<string>(7).fill('STALE'), 'done'])
    expect(await versions()).toHaveLength(1)
    expect(await drafts()).toHaveLength(7)
  })

  it('who go back from one version, one does', async () => {
    for (const Lead of ['First', 'Second', 'Third']) await publish({ Lead })
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => bea.order('versions rollback', { ...at, served: 3 })),
    )
    expect(errorsOf(answers).toSorted()).toEqual(['STALE', 'STALE', 'STALE', 'done'])
    expect((await served()).configuration.Lead).toBe('Second')
  })

  it.each([1, 2, 3, 4, 5])(
    'who save and publish a draft, none loses what is saved (%i)',
    async () => {
      const order = await looked({ Lead: 'Looked at' })
      const { draft, revision } = order
      const [saved, published] = await Promise.all([
        save({ Lead: 'Saved' }, { draft, revision }),
        bea.order('versions publish', order),
      ])
      const isSaved = saved.status === 200
      expect([isSaved, published.status === 200]).toEqual([isSaved, !isSaved])
      expect(await drafts()).toMatchObject(isSaved ? [{ draft, revision: 2 }] : [])
    },
  )

  it.each([1, 2, 3, 4, 5])('who save and stage a draft, one does (%i)', async () => {
    const { draft, revision, fingerprint } = await looked({ Welcome: 'Looked at' })
    const [saved, staged] = await Promise.all([
      save({ Welcome: 'Saved' }, { draft, revision }),
      bea.order('versions stage', { ...at, draft, revision, fingerprint, node: 'one' }),
    ])
    const isSaved = saved.status === 200
    expect([isSaved, staged.status === 200]).toEqual([isSaved, !isSaved])
    const now = isSaved ? { revision: 2, stagedOn: null } : { revision: 1, stagedOn: 'one' }
    expect(await drafts()).toMatchObject([now])
  })

  it.each([1, 2, 3, 4, 5])(
    'who save and discard a draft, none loses what is saved (%i)',
    async () => {
      const { draft, revision } = (await save({ Lead: 'Looked at' })).body.data as Saved
      const [saved, gone] = await Promise.all([
        save({ Lead: 'Saved' }, { draft, revision }),
        bea.order('drafts discard', { ...at, draft, revision }),
      ])
      const isSaved = saved.status === 200
      expect([isSaved, gone.status === 200]).toEqual([isSaved, !isSaved])
      expect(await drafts()).toHaveLength(isSaved ? 1 : 0)
    },
  )
})

describe('a draft', () => {
  it('is discarded as it was seen', async () => {
    const { draft, revision } = (await save({ Lead: 'One' })).body.data as Saved
    await save({ Lead: 'Two' }, { draft, revision })
    const late = await bea.order('drafts discard', { ...at, draft, revision })
    expect([late.body.error, (await drafts()).length]).toEqual(['STALE', 1])
  })

  it('has a number that no other one had', async () => {
    const numbers: number[] = []
    for (let count = 0; count < 3; count += 1) {
      const { draft } = (await save({ Lead: 'One' })).body.data as Saved
      numbers.push(draft)
      await bea.order('drafts discard', { ...at, draft })
    }
    expect(new Set(numbers).size).toBe(3)
  })
})

describe('the way back', () => {
  it('leads to no version that was left, whatever was published since', async () => {
    for (const Lead of ['First', 'Second', 'Bad']) await publish({ Lead })
    await bea.order('versions rollback', at)
    await publish({ Lead: 'Next' })
    const leads: string[] = []
    for (let count = 0; count < 3; count += 1) {
      await bea.order('versions rollback', at)
      leads.push((await served()).configuration.Lead)
    }
    expect(leads).toEqual(['Second', 'First', ''])
  })

  it('is refused where the file of today cannot be served so', async () => {
    const { kysely } = test.app.services.database
    const yellow = JSON.stringify({ theme: { tokens: { '--accent': '#f5d90a' } } })
    const made = { made_by: 'an earlier file', why: 'by hand', made_at: test.app.clock.now() }
    await kysely
      .insertInto('versions')
      .values({ ...at, id: 1, overlay: yellow, restores: null, ...made })
      .execute()
    await publish({ Lead: 'Second' })
    const { body } = await bea.order('versions rollback', at)
    expect([body.error, body.message]).toEqual([
      'CHECK_FAILED',
      expect.stringContaining('--accent'),
    ])
    expect(await versions()).toHaveLength(2)
  })
})
