import { describe, expect, test, vi } from 'vitest'
import { addressOf, CallError, createClient } from './client.ts'

const apiUrl = 'https://api.test/v1'

/** A client whose calls get the answer of `answer`; it keeps each call. */
function clientAnswered(answer: () => Response | Promise<Response>, bearer: string | null = 'B-1') {
  const sent: { url: string; init: RequestInit }[] = []
  const failures: [number, string][] = []
  const client = createClient({
    apiUrl,
    apiKey: 'KEY-1',
    bearer: () => bearer,
    fetch: async (url, init = {}) => {
      sent.push({ url: url instanceof Request ? url.url : String(url), init })
      return answer()
    },
    onFailure: ({ status }, call) => failures.push([status, call]),
  })
  return { client, sent, failures }
}

test('callUrl encodes placeholders and queries, and leaves out undefined values', () => {
  expect(addressOf(apiUrl, 'readToken', { path: { identity: 'a/b?c' } })).toBe(
    'https://api.test/v1/token/a%2Fb%3Fc',
  )
  const authorize = addressOf(apiUrl, 'authorize', { query: { state: 'a b&c' } })
  expect(authorize).toBe('https://api.test/v1/oauth?state=a+b%26c')
  const profile = addressOf(apiUrl, 'readProfile', {
    path: { userId: 42 },
    query: { include: undefined },
  })
  expect(profile).toBe('https://api.test/v1/profile/user/42')
  expect(addressOf(apiUrl, 'runtimeConfiguration', {})).toBe(
    '/runtime-configuration/current/environment.json',
  )
})

test('every call carries the key, and only a call of a player carries the bearer (R-7.1-1)', async () => {
  const { client, sent } = clientAnswered(() => Response.json({}))
  await client('logOut', { path: { userId: 42 }, body: {} })
  await client('listAllowedRedirectDomains', {})
  expect(sent.map(({ init }) => init.headers)).toEqual([
    { 'x-api-key': 'KEY-1', authorization: 'Bearer B-1', 'content-type': 'application/json' },
    { 'x-api-key': 'KEY-1' },
  ])
})

test('a call of an anonymous visitor carries no bearer', async () => {
  const { client, sent } = clientAnswered(() => Response.json({}), null)
  await client('authorize', { query: {} })
  expect(sent[0]?.init.headers).not.toHaveProperty('authorization')
})

test.each([200, 201])(
  'a call answered %i resolves with the answer (R-8.1-1, R-8.1-2)',
  async (status) => {
    const { client } = clientAnswered(() => Response.json({ Success: true }, { status }))
    expect(await client('validateProfile', { body: { Token: 'T' } })).toEqual({ Success: true })
  },
)

test.each([400, 503])(
  'a call answered %i rejects with its refusals (R-8.1-3, R-8.1-6)',
  async (status) => {
    const body = { ErrorMessages: [{ Property: '', ErrorMessage: 'ERROR_NOT_ALLOWED' }] }
    const { client, failures } = clientAnswered(() => Response.json(body, { status }))
    await expect(client('listCookies', {})).rejects.toMatchObject({ status, body })
    expect(failures).toEqual([[status, 'listCookies']])
  },
)

test('a refusal keeps its usable items alone, and a parameter of several values has each', async () => {
  const items = [null, 'no', { ErrorMessage: 7 }, { ErrorMessage: 'X' }, { Property: 'A' }]
  const asked: string[] = []
  const client = createClient({
    apiUrl: 'https://api.test',
    apiKey: 'KEY',
    bearer: () => null,
    fetch: (address) => {
      if (typeof address === 'string') asked.push(address)
      return Promise.resolve(Response.json({ ErrorMessages: items }, { status: 400 }))
    },
  })
  const query = { state: ['A', 'B'] } as unknown as Record<string, string>
  await expect(client('authorize', { query })).rejects.toMatchObject({
    body: { ErrorMessages: [{ Property: '', ErrorMessage: 'X' }] },
  })
  expect(asked).toEqual(['https://api.test/oauth?state=A&state=B'])
})

test.each([
  ['500', () => Response.json({ ErrorMessages: [] }, { status: 500 }), 500],
  ['204', () => new Response(null, { status: 204 }), 204],
  ['400 without a body', () => new Response('', { status: 400 }), 400],
  ['400 of another server', () => Response.json({ message: 'no' }, { status: 400 }), 400],
  ['200 that is no JSON', () => new Response('<html>'), 200],
  ['no answer', () => Promise.reject(new TypeError('offline')), 0],
])('a call answered with %s rejects without refusals (R-8.1-4)', async (_, answer, status) => {
  const { client } = clientAnswered(answer)
  const failure = await client('listCookies', {}).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CallError)
  expect(failure).toMatchObject({ status, body: null })
})

test.each([
  ['3', 3],
  ['', null],
  ['Wed, 21 Oct 2026 07:28:00 GMT', null],
])(
  'a failure with "Retry-After: %s" names the seconds until the next attempt',
  async (header, seconds) => {
    const headers = { 'retry-after': header }
    const { client } = clientAnswered(() => Response.json({}, { status: 503, headers }))
    await expect(client('listCookies', {})).rejects.toMatchObject({ retryAfter: seconds })
  },
)

/** A line that is dead, and not closed. */
function openDeadLine(body?: string) {
  const begun: AbortSignal[] = []
  const client = createClient({
    apiUrl,
    apiKey: 'KEY-1',
    bearer: () => null,
    fetch: (_, { signal } = {}) => {
      if (!signal) throw new Error('The call has no limit.')
      begun.push(signal)
      const gone = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
      if (body === undefined) return gone
      const cut = { status: 200, headers: new Headers(), json: () => gone }
      return Promise.resolve(cut as unknown as Response)
    },
  })
  return { client, begun }
}

describe('a call that nobody answers', () => {
  test.each([
    ['has no answer', undefined],
    ['is answered by half', '{"Suc'],
  ])('%s ends after thirty seconds, as one that was too late', async (_, body) => {
    vi.useFakeTimers()
    const { client } = openDeadLine(body)
    const failure = client('listCookies', {}).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(29_000)
    expect(await Promise.race([failure, Promise.resolve('waits')])).toBe('waits')
    await vi.advanceTimersByTimeAsync(1000)
    expect(await failure).toMatchObject({ status: 0, isLate: true })
    vi.useRealTimers()
  })

  test('has longer for a picture', async () => {
    vi.useFakeTimers()
    const { client } = openDeadLine()
    const Picture = 'A'.repeat(6_000_000)
    const failure = client('uploadAvatar', { path: { userId: 42 }, body: { Picture } }).catch(
      (error: unknown) => error,
    )
    await vi.advanceTimersByTimeAsync(180_000)
    expect(await Promise.race([failure, Promise.resolve('waits')])).toBe('waits')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await failure).toMatchObject({ isLate: true })
    vi.useRealTimers()
  })

  test('and that its caller has given up is not late', async () => {
    const { client } = openDeadLine()
    const stop = new AbortController()
    const failure = client('listCookies', {}, { signal: stop.signal }).catch(
      (error: unknown) => error,
    )
    stop.abort()
    expect(await failure).toMatchObject({ status: 0, isLate: false })
  })
})
