import type { BrowserNames } from '../platform/browserOf.ts'
import type { Words } from '../words/wordsOf.ts'

/** The phrase that names a browser: one of the words', or the browser's name alone. */
export function browserPhrase({ browser, system }: BrowserNames, words: Words): string {
  if (system === '') return browser === '' ? words['browsers.unknown'] : '{browser}'
  return words[browser === '' ? 'browsers.unnamed' : 'browsers.named']
}
