import type { BrowserNames } from '../platform/browserOf.ts'
import type { Words } from '../words/en.ts'

/** The phrase that names a browser: one of `phrases`, or the browser's name alone. */
export function browserPhrase(
  { browser, system }: BrowserNames,
  phrases: Words['browsers'],
): string {
  if (system === '') return browser === '' ? phrases.unknown : '{browser}'
  return browser === '' ? phrases.unnamed : phrases.named
}
