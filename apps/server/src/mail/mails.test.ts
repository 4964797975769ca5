import { expect, it } from 'vitest'
import { browserOf } from '../platform/browserOf.ts'
import { wordsOf } from '../words/wordsOf.ts'
import { browserPhrase, undoable } from './mails.ts'
import { fillIn } from './fillIn.ts'

const mozilla = 'Mozilla/5.0'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [
    `${mozilla} (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`,
    'Firefox on Windows',
  ],
  [`${mozilla} (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `${mozilla} (Windows NT 10.0) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`,
    'Edge on Windows',
  ],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.5 Safari/605.1.15`,
    'Safari on macOS',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webkit} CriOS/140.0 Mobile Safari/604.1`,
    'Chrome on iPhone',
  ],
  [
    `${mozilla} (Linux; Android 15; Pixel 9) ${webkit} SamsungBrowser/28.0 Chrome/130 Mobile Safari`,
    'Samsung Internet on Android',
  ],
  ['GameClient/2.1 (Windows)', 'a browser on Windows'],
  ['Firefox/140.0', 'Firefox'],
  ['curl/8.9.1', 'an unknown browser'],
  ['', 'an unknown browser'],
])('names the browser and system of %s', (userAgent, name) => {
  const named = browserOf(userAgent)
  const phrase = browserPhrase(named, wordsOf('en'))
  expect(fillIn(phrase, 'en', { ...named })).toBe(name)
})

it('a mail whose button is for somebody else than the doer says first that the doer is all set', () => {
  const words = Object.entries(wordsOf('en'))
  const withUndo = words
    .filter(
      ([name, text]) => name.endsWith('.closing') && /Was it you\? Then|If it was you/.test(text),
    )
    .map(([name]) => name.replace('.closing', ''))
  expect(withUndo.toSorted()).toEqual([...undoable].toSorted())
})
