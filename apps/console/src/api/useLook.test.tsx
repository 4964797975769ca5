import { beforeEach, expect, test, vi } from 'vitest'
import {
  type Answering,
  done,
  refused,
  type Reply,
} from '../../../../tests/e2e/fixtures/answered-console/answering.ts'
import { until } from '../../testing/hand.ts'
import { signIn, use } from '../../testing/page.tsx'
import { useLook as useTheLook } from './useLook.ts'

/** All of its answer is read: a part of the page is told of what it reads alone. */
const useLook: typeof useTheLook = (...given) => ({ ...useTheLook(...given) })

let server: Answering

beforeEach(async () => {
  server = await signIn()
})

/** What was asked, and whether a person wanted it. */
const asked = (): readonly Readonly<Record<string, unknown>>[] =>
  server.orders.map(({ order, isWatching = false }) => ({ ...order, isWatching }))

test('a look that fails after it succeeded keeps what it has, beside the failure', async () => {
  server.answer('outbox list', () => done('', ['a mail']))
  const look = use(() => useLook('outbox list', { deployment: 'prod' }), null)
  await until(() => expect(look.now.data).toEqual(['a mail']))
  server.answer('outbox list', () => refused(503, 'FAILED', 'The database is away.'))
  await look.now.refetch()
  await until(() => expect(look.now.error).toMatchObject({ code: 'FAILED' }))
  expect(look.now.data).toEqual(['a mail'])
  server.answer('outbox list', () => done('', []))
  await look.now.refetch()
  await until(() => expect(look.now).toMatchObject({ data: [], error: null }))
})

test('a refused look is not asked again by itself, and one that is not wanted is not asked', async () => {
  server.answer('outbox list', () => refused(403, 'NOT_ALLOWED'))
  const look = use(
    (isWanted: boolean) => useLook('outbox list', { deployment: 'prod' }, { isWanted }),
    false,
  )
  expect(asked()).toEqual([])
  look.again(true)
  await until(() => expect(look.now.error).toMatchObject({ code: 'NOT_ALLOWED' }))
  dispatchEvent(new Event('focus'))
  dispatchEvent(new Event('online'))
  look.again(true)
  expect(asked()).toHaveLength(1)
})

test('the first look is a person’s, and those after it are the page’s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  server.answer('outbox list', () => done('', ['a mail']))
  use(() => useLook('outbox list', { deployment: 'prod' }, { every: () => 2000 }), null)
  for (const looks of [1, 2, 3]) {
    await until(() => expect(asked()).toHaveLength(looks))
    await vi.advanceTimersByTimeAsync(2000)
  }
  expect(
    asked()
      .slice(0, 3)
      .map(({ isWatching }) => isWatching),
  ).toEqual([false, true, true])
})

test('a look by hand is a person’s, where the page does not look by itself', async () => {
  const look = use(() => useLook('outbox list', { deployment: 'prod' }), null)
  await until(() => expect(look.now.data).toBeDefined())
  await look.now.refetch()
  expect(asked().map(({ isWatching }) => isWatching)).toEqual([false, false])
})

test('a look that goes on asks for the rest alone, and joins it', async () => {
  const samples = [[1, 2], [3], []]
  server.answer('samples of a test', () => done('', samples.shift()))
  const look = use(
    () =>
      useLook(
        'samples of a test',
        { since: 0 },
        {
          goOn: {
            order: (last) => ({ since: (last as number[]).at(-1) }),
            join: (last, rest) => [...(last as number[]), ...(rest as number[])],
          },
        },
      ),
    null,
  )
  await until(() => expect(look.now.data).toEqual([1, 2]))
  await look.now.refetch()
  await look.now.refetch()
  await until(() => expect(look.now.data).toEqual([1, 2, 3]))
  expect(asked().map(({ since }) => since)).toEqual([0, 2, 3])
})

test('an answer stays until that of another question comes, where the screen keeps it, and otherwise goes', async () => {
  const answers = new Map<unknown, PromiseWithResolvers<Reply>>()
  server.answer('players find', ({ order }) => {
    const own = Promise.withResolvers<Reply>()
    answers.set(order['text'], own)
    return own.promise
  })
  const ofOne = [{ group: 'exact', players: [] }]
  for (const keeps of [true, false]) {
    const look = use((text: string) => useLook('players find', { text }, { keeps }), 'one')
    await until(() => expect(answers.has('one')).toBe(true))
    answers.get('one')?.resolve(done('', ofOne))
    await until(() => expect(look.now.data).toEqual(ofOne))
    look.again('two')
    await until(() => expect(answers.has('two')).toBe(true))
    expect(look.now).toMatchObject({ data: keeps ? ofOne : undefined, isPlaceholderData: keeps })
    answers.get('two')?.resolve(done('', []))
    await until(() => expect(look.now).toMatchObject({ data: [], isPlaceholderData: false }))
    answers.clear()
  }
})
