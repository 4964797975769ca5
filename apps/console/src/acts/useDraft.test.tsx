import { beforeEach, expect, test } from 'vitest'
import {
  type Answering,
  done,
  refused,
} from '../../../../tests/e2e/fixtures/answered-console/answering.ts'
import { until } from '../../testing/hand.ts'
import { leave, signIn, use } from '../../testing/page.tsx'
import { useLook } from '../api/useLook.ts'
import { useDraft } from './useDraft.ts'

const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

let server: Answering

beforeEach(async () => {
  server = await signIn()
})

interface Given {
  readonly id?: number
  readonly revision?: number
  readonly start?: string
}

/** Each test has its own drafts: changes that are not saved outlive the screen. */
let last = 100

/** Opens a draft: a new one without a number. */
function work({ id, revision = 1, start = 'as saved' }: Given = {}) {
  const known = (given: Given) =>
    given.id === undefined ? null : { id: given.id, revision: given.revision ?? 1 }
  const first: Given = { ...(id !== undefined && { id }), revision, start }
  return use(
    (given: Given) =>
      useDraft({
        deployment: 'prod',
        act: 'drafts save',
        field: 'draft',
        start: given.start ?? '',
        known: known(given),
        orderOf: (changes) => ({ changes }),
      }),
    first,
  )
}

const saved = (draft: number, revision: number) => done('', { draft, revision, problems: [] })
const stale = () => refused(409, 'STALE', 'Ada Operator has changed it.')
const ordersOfSaves = () => server.ordersOf('drafts save').map(({ order }) => order)
const keysOfSaves = () => server.ordersOf('drafts save').map(({ key }) => key)

test('a save that is refused, as another person has saved meanwhile, keeps what was typed, also on the way to another screen and back', async () => {
  const id = ++last
  server.answer('drafts save', stale)
  const draft = work({ id })
  draft.now.change('mine')
  expect(await draft.now.save()).toBeNull()
  await until(() => expect(draft.now.refusal).toMatchObject({ code: 'STALE' }))
  expect(draft.now).toMatchObject({ value: 'mine', isChanged: true, isBusy: false })

  leave()
  const back = work({ id, revision: 2, start: 'of Ada' })
  expect(back.now).toMatchObject({ value: 'mine', isChanged: true })
  back.now.undo()
  await until(() => expect(back.now).toMatchObject({ value: 'of Ada', isChanged: false }))
  server.answer('drafts save', () => saved(id, 3))
  back.now.change('mine, after reading Ada’s')
  await back.now.save()
  expect(ordersOfSaves().at(-1)).toEqual({
    deployment: 'prod',
    changes: 'mine, after reading Ada’s',
    draft: id,
    revision: 2,
  })
})

test('words that are typed while a save is under way are not saved by it, and go with the next one', async () => {
  const id = ++last
  const answer = Promise.withResolvers<ReturnType<typeof saved>>()
  server.answer('drafts save', () => answer.promise)
  const draft = work({ id })
  draft.now.change('one')
  const first = draft.now.save()
  await until(() => expect(draft.now.isBusy).toBe(true))
  draft.now.change('one and two')
  answer.resolve(saved(id, 2))
  expect(await first).toEqual({ id, revision: 2 })
  await until(() => expect(draft.now).toMatchObject({ isBusy: false, value: 'one and two' }))
  expect(draft.now.isChanged).toBe(true)
  server.answer('drafts save', () => saved(id, 3))
  await draft.now.save()
  expect(ordersOfSaves()).toMatchObject([
    { changes: 'one', revision: 1 },
    { changes: 'one and two', revision: 2 },
  ])
  await until(() => expect(draft.now.isChanged).toBe(false))
})

test('a draft without changes sends nothing, and answers its revision', async () => {
  const id = ++last
  const draft = work({ id, revision: 7 })
  expect(await draft.now.save()).toEqual({ id, revision: 7 })
  draft.now.change('mine')
  draft.now.change('as saved')
  expect(await draft.now.save()).toEqual({ id, revision: 7 })
  expect(server.orders).toEqual([])
})

test('a new draft gets its number with the first save, and is no other new one afterwards', async () => {
  const id = ++last
  server.answer('drafts save', ({ order }) => saved(id, Number(order['revision'] ?? 0) + 1))
  const draft = work()
  draft.now.change('mine')
  await draft.now.save()
  await until(() => expect(draft.now.id).toBe(id))
  draft.now.change('mine again')
  await draft.now.save()
  expect(ordersOfSaves()).toEqual([
    { deployment: 'prod', changes: 'mine' },
    { deployment: 'prod', changes: 'mine again', draft: id, revision: 1 },
  ])
  leave()
  expect(work().now).toMatchObject({ value: 'as saved', isChanged: false, id: undefined })
})

test('a save whose answer was lost is sent again with its key, so that a new draft is one', async () => {
  let isDown = true
  server.answer('drafts save', () => {
    if (isDown) throw new TypeError('Failed to fetch')
    return saved(++last, 1)
  })
  const draft = work()
  draft.now.change('mine')
  expect(await draft.now.save()).toBeNull()
  await until(() => expect(draft.now.refusal).toMatchObject({ code: 'OFFLINE' }))
  isDown = false
  await draft.now.save()
  await until(() => expect(draft.now.refusal).toBeNull())
  const [first, again] = keysOfSaves()
  expect(again).toBe(first)
  draft.now.change('other words')
  await draft.now.save()
  draft.now.change('mine')
  await draft.now.save()
  expect(new Set(keysOfSaves()).size).toBe(3)
})

test('a draft without changes follows what another window has saved, and one with changes does not', async () => {
  const id = ++last
  const draft = work({ id })
  draft.again({ id, revision: 2, start: 'of another window' })
  expect(draft.now).toMatchObject({ value: 'of another window', isChanged: false })
  draft.now.change('of another window, and mine')
  await until(() => expect(draft.now.isChanged).toBe(true))
  draft.again({ id, revision: 3, start: 'of a third window' })
  expect(draft.now.value).toBe('of another window, and mine')
  server.answer('drafts save', stale)
  await draft.now.save()
  expect(ordersOfSaves()).toMatchObject([{ revision: 2 }])
  draft.now.undo()
  await until(() => expect(draft.now.value).toBe('of a third window'))
})

test('a new draft without changes begins with what is served by now', () => {
  const draft = work({ start: 'version 1' })
  draft.again({ start: 'version 2' })
  expect(draft.now).toMatchObject({ value: 'version 2', isChanged: false })
  draft.now.change('version 2, and mine')
  draft.again({ start: 'version 3' })
  expect(draft.now.value).toBe('version 2, and mine')
  draft.now.undo()
})

test('an act about a draft saves it first, and is not ordered where the save is refused', async () => {
  const id = ++last
  server.answer('drafts save', stale)
  const draft = work({ id })
  draft.now.change('mine')
  const test = () => draft.now.saveAnd('drafts test-mail', (revision) => ({ revision }))
  expect(await test()).toBeNull()
  expect(server.ordersOf('drafts test-mail')).toEqual([])
  server.answer('drafts save', () => saved(id, 2))
  server.answer('drafts test-mail', () => done('It goes to you.', null))
  expect(await test()).toBe('It goes to you.')
  expect(server.ordersOf('drafts test-mail')).toMatchObject([
    { order: { deployment: 'prod', draft: id, revision: 2 } },
  ])
})

test('an act about a draft that is refused leaves the draft saved', async () => {
  const id = ++last
  server.answer('drafts save', () => saved(id, 2))
  server.answer('drafts test-mail', () => refused(429, 'TOO_MANY'))
  const draft = work({ id })
  draft.now.change('mine')
  expect(await draft.now.saveAnd('drafts test-mail', () => ({}))).toBeNull()
  await until(() => expect(draft.now.refusal).toMatchObject({ code: 'TOO_MANY' }))
  expect(draft.now).toMatchObject({ value: 'mine', isChanged: false })
})

test('a list that cannot be read after a save does not tell the save as refused', async () => {
  const id = ++last
  let reads = 0
  server.answer('drafts list', () => (++reads > 1 ? refused(500, 'FAILED') : done('', [])))
  server.answer('drafts save', () => saved(id, 2))
  const page = use(
    () => ({
      list: useLook('drafts list', { deployment: 'prod' }),
      draft: useDraft({
        deployment: 'prod',
        act: 'drafts save',
        field: 'draft',
        start: 'as saved',
        known: { id, revision: 1 },
        orderOf: (changes: string) => ({ changes }),
      }),
    }),
    null,
  )
  await until(() => expect(page.now.list.data).toEqual([]))
  page.now.draft.change('mine')
  expect(await page.now.draft.save()).toEqual({ id, revision: 2 })
  await until(() => expect(page.now.list.error).toMatchObject({ code: 'FAILED' }))
  expect(page.now.draft).toMatchObject({ refusal: null, isChanged: false, isBusy: false })
  expect(page.now.list.data).toEqual([])
})

test('what the server finds wrong with a saved draft is said until it is saved again', async () => {
  const id = ++last
  const problems = ['--accent on --surface, dark: 4.1, 4.5 are needed']
  server.answer('drafts save', () => done('', { draft: id, revision: 2, problems }))
  const draft = work({ id })
  draft.now.change('mine')
  await draft.now.save()
  await until(() => expect(draft.now.problems).toEqual(problems))
  server.answer('drafts save', () => done('', { draft: id, revision: 3 }))
  draft.now.change('better')
  await draft.now.save()
  await until(() => expect(draft.now.problems).toEqual([]))
})

test('the browser asks before a page goes that has changes, and not before any other', async () => {
  const id = ++last
  const draft = work({ id })
  expect(asks()).toBe(false)
  draft.now.change('mine')
  expect(asks()).toBe(true)
  leave()
  expect(asks()).toBe(true)
  const back = work({ id })
  back.now.undo()
  await until(() => expect(back.now.isChanged).toBe(false))
  expect(asks()).toBe(false)
})

test('a draft knows that its person has gone on to another screen while it was saved', async () => {
  const id = ++last
  const answer = Promise.withResolvers<ReturnType<typeof saved>>()
  server.answer('drafts save', () => answer.promise)
  const draft = work({ id })
  draft.now.change('mine')
  const { save, isLeft } = draft.now
  const under = save()
  expect(isLeft()).toBe(false)
  leave()
  answer.resolve(saved(id, 2))
  expect(await under).toEqual({ id, revision: 2 })
  expect(isLeft()).toBe(true)
  // What was saved is not kept as a change.
  expect(work({ id, revision: 2, start: 'mine' }).now.isChanged).toBe(false)
})
