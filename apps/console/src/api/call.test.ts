import { afterEach, expect, test, vi } from 'vitest'
import { sam } from '../../../../tests/e2e/fixtures/answered-console/staff.ts'
import { callAct, endLogIn, endSession, fetchMe, fetchSessions, fillAs, takeFile } from './call.ts'

afterEach(() => vi.unstubAllGlobals())

/** Answers the next calls; what they ask. */
function answer(body: unknown, status = 200) {
  const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(() =>
    Promise.resolve(
      typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status }),
    ),
  )
  vi.stubGlobal('fetch', fetched)
  return () => {
    const [path, { method = 'GET', headers, body }] = fetched.mock.lastCall ?? ['', {}]
    return { path, method, headers: Object.fromEntries(new Headers(headers)), body }
  }
}

const order = { order: { player: 'id=12' } }

test('an act is ordered at the address of its words, as of the console and of the person of the page', async () => {
  fillAs('mark-of-sam')
  const asked = answer({ outcome: 'done', data: { id: 12 }, message: 'It is done.' })
  expect(await callAct('players end-sessions', order, { key: 'key-1' })).toEqual({
    data: { id: 12 },
    message: 'It is done.',
    approval: null,
  })
  expect(asked()).toEqual({
    path: '/api/v1/players/end-sessions',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-gatehouse-console': '1',
      'x-gatehouse-person': 'mark-of-sam',
      'idempotency-key': 'key-1',
    },
    body: '{"order":{"player":"id=12"}}',
  })
  await callAct('players show', order, { isWatching: true })
  expect(asked().headers).toMatchObject({ 'x-gatehouse-watching': '1' })
  expect(asked().headers).not.toHaveProperty('idempotency-key')
})

test('the question who is signed in is of nobody, and every other call is of the person', async () => {
  fillAs('mark-of-sam')
  const asked = answer({ data: sam })
  expect(await fetchMe()).toEqual(sam)
  expect(asked().headers).not.toHaveProperty('x-gatehouse-person')
  for (const call of [fetchSessions, () => endSession(11), () => takeFile('t/1')]) {
    await call()
    expect(asked().headers).toMatchObject({ 'x-gatehouse-person': 'mark-of-sam' })
  }
  expect(asked().path).toBe('/downloads/t%2F1')
})

test('an answer that waits for another person says the request', async () => {
  const approval = { id: 'r1', expiresAt: '2099-01-01T00:00:00Z' }
  answer({ outcome: 'waiting', approval }, 202)
  expect(await callAct('players erase', order)).toEqual({ data: null, message: '', approval })
})

test('a refusal has its code, its words, its fields and its data', async () => {
  const refusal = {
    error: 'STALE',
    message: 'Ada Operator has changed it.',
    fields: [{ path: 'order.draft', message: 'is older' }],
    data: { revision: 3 },
  }
  answer(refusal, 409)
  await expect(callAct('drafts save', order)).rejects.toMatchObject({
    code: 'STALE',
    message: 'Ada Operator has changed it.',
    fields: refusal.fields,
    data: { revision: 3 },
  })
})

test('a failure without a reason is told by its status, whatever its page says', async () => {
  answer('<h1>Bad gateway</h1>', 502)
  await expect(callAct('players show', order)).rejects.toMatchObject({
    code: 'HTTP_502',
    message: 'The server gave no reason.',
    fields: [],
    data: null,
  })
})

test('a server of 1.1.0 says of a person nothing that waits', async () => {
  const older = { ...sam, waiting: undefined }
  answer({ data: older })
  expect(await fetchMe()).toMatchObject({ person: sam.person, waiting: [] })
})

test('a network that is down is a refusal too', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(fetchMe()).rejects.toMatchObject({ name: 'Error', code: 'OFFLINE' })
})

test.each(['<title>Sign in to the VPN</title>', '', 'null', '"done"'])(
  'a good status with the body %j, of a proxy, is no answer of the console',
  async (body) => {
    answer(body)
    for (const call of [fetchMe, fetchSessions, endLogIn, () => callAct('players ban', order)]) {
      await expect(call()).rejects.toMatchObject({ code: 'NO_ANSWER' })
    }
  },
)
