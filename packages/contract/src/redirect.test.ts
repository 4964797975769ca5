import { describe, expect, test } from 'vitest'
import { allowedRedirect, isHostPattern, isPortalPath } from './redirect.ts'
import { redirectCorpus } from './testing/redirectCorpus.ts'

const patterns = ['site.test', '*.site.test']

describe('a redirect is allowed (R-4.1-12)', () => {
  test.each([
    'https://site.test/',
    'https://www.site.test/a?b#c',
    'http://a.b.site.test:8080/',
    'HTTPS://WWW.SITE.TEST/',
    'https://www.site.test?x=a@b',
  ])('to %s', (url) => {
    expect(allowedRedirect(url, patterns)?.href).toBe(new URL(url).href)
  })

  test('to the own host, with any list', () => {
    expect(allowedRedirect('https://account.own.test/a', [], ['Account.Own.test'])).not.toBeNull()
  })
})

describe('a redirect is refused (R-4.1-12, R-4.1-13)', () => {
  test.each([
    'https://evilsite.test/',
    'https://site.test.evil.io/',
    'https://evil.io/site.test',
    'https://evil.io/?u=https://site.test',
    'https://site.test@evil.io/',
    'https://user:pw@site.test/',
    'https://@site.test/',
    'https:///site.test/',
    'https:site.test',
    'javascript:alert(1)//site.test',
    'data:text/html,site.test',
    'ftp://site.test/',
    'httpx://site.test/',
    '//site.test/',
    '/\\site.test',
    '\\\\site.test',
    'https://evil.io\\.site.test/',
    'https://evil.io\\@site.test/',
    'https://evil.io%2f.site.test/',
    'https://site.test\u0000.evil.io/',
    'https://site.te\nst/',
    ' https://site.test/',
    'https://site.test./',
    '',
  ])('to %j', (url) => {
    expect(allowedRedirect(url, patterns)).toBeNull()
  })

  test.each([[[]], [['*']], [['*.test']], [['.*']], [['site.*']], [['https://site.test']], [['']]])(
    'when the list is %j',
    (list) => {
      expect(allowedRedirect('https://www.site.test/', list)).toBeNull()
    },
  )
})

const followed = (url: string) => isPortalPath(url) || allowedRedirect(url, patterns) !== null

describe('the corpus of redirects', () => {
  test('has forty refused addresses, and four allowed ones', () => {
    expect(new Set(redirectCorpus.bad).size).toBe(40)
    expect(redirectCorpus.bad.filter(followed)).toEqual([])
    expect(redirectCorpus.good.filter(followed)).toEqual(redirectCorpus.good)
  })
})

test.each([
  ['site.test', true],
  ['*.site.test', true],
  ['localhost', true],
  ['*.test', false],
  ['*', false],
  ['a.*.test', false],
  ['site.test:80', false],
  ['site.test/', false],
])('the answer for %j as a host pattern is %s', (pattern, is) => {
  expect(isHostPattern(pattern)).toBe(is)
})

test.each([
  ['/steam/link?x=1', true],
  ['/', true],
  ['//evil.io', false],
  ['/\\evil.io', false],
  ['/a\tb', false],
  ['steam', false],
  ['https://site.test/', false],
])('isPortalPath answers for %j: %s (R-2.3-11)', (path, is) => {
  expect(isPortalPath(path)).toBe(is)
})
