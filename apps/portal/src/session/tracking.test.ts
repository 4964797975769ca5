import { expect, test } from 'vitest'
import { withTracking } from './partnerPage.ts'
import { trackingOf } from './tracking.ts'
import { openVisit } from './visit.ts'

/** An address of a partner after a visit that began with these parameters. */
function tracked(url: string, given: Record<string, string>): URL {
  const visit = openVisit(`/?${new URLSearchParams(given).toString()}`)
  return new URL(withTracking(url, visit.read('tracking')))
}

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
  expect(tracked('https://partner.test/login?state=S', { [name]: 'a&b', other: 'no' }).href).toBe(
    `https://partner.test/login?state=S&${name}=a%26b`,
  )
})

test('the query parameters of the partner stay as they are (R-7.6-4)', () => {
  const given = { utm_source: 'ours', fbclid: 'F' }
  expect(tracked('https://partner.test/login?utm_source=own', given).search).toBe(
    '?utm_source=own&fbclid=F',
  )
})

test('no other parameter of the first address is kept (R-7.6-4)', () => {
  const given = { utm_: '1', xgclid: '2', fbclid2: '3', redirect_uri: '4' }
  expect(trackingOf(new URLSearchParams(given))).toBe('')
})

test('a parameter of 1,024 characters is kept whole, with all the others (R-7.6-4)', () => {
  const names = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'gclid', 'fbclid']
  const given = Object.fromEntries(names.map((name) => [name, 'ü&'.repeat(512)]))
  const { searchParams } = tracked('https://partner.test/login', given)
  expect(Object.fromEntries(searchParams)).toEqual(given)
})
