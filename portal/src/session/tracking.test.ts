import { afterEach, expect, test, vi } from 'vitest'
import { keepTracking, withTracking } from './tracking.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_id',
  'gclid',
  'fbclid',
])('%s of the first address is appended to the log-in address of a partner (R-7.6-4)', (name) => {
  stubStorage()
  keepTracking(new URLSearchParams({ [name]: 'a&b', other: 'dropped' }))
  expect(withTracking('https://partner.test/login?state=S')).toBe(
    `https://partner.test/login?state=S&${name}=a%26b`,
  )
})

test('the query parameters of the partner stay as they are (R-7.6-4)', () => {
  stubStorage()
  keepTracking(new URLSearchParams({ utm_source: 'ours', fbclid: 'F' }))
  expect(withTracking('https://partner.test/login?utm_source=own')).toBe(
    'https://partner.test/login?utm_source=own&fbclid=F',
  )
})

test('no other parameter of the first address is kept (R-7.6-4)', () => {
  stubStorage()
  keepTracking(new URLSearchParams({ utm_: '1', xgclid: '2', fbclid2: '3', redirect_uri: '4' }))
  expect(withTracking('https://partner.test/login')).toBe('https://partner.test/login')
})

test('a parameter of 1,024 characters is kept whole, with all the others (R-7.6-4)', () => {
  stubStorage()
  const names = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'gclid', 'fbclid']
  const given = Object.fromEntries(names.map((name) => [name, 'ü&'.repeat(512)]))
  keepTracking(new URLSearchParams(given))
  const { searchParams } = new URL(withTracking('https://partner.test/login'))
  expect(Object.fromEntries(searchParams)).toEqual(given)
})

/** The storage of a browser, without a browser. */
function stubStorage(): void {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
}
