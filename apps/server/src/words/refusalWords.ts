import { readFileSync } from 'node:fs'
import type { Language } from '@gatehouse/contract/languages'

type Refusals = Readonly<Record<string, Readonly<Record<string, string>>>>

let read: Refusals | null = null

/** The words that the portal shows for a code, where no studio has its own; the code where it has none. */
export function refusalWords(language: Language, code: string): string {
  read ??= JSON.parse(
    readFileSync(new URL('refusals.gen.json', import.meta.url), 'utf8'),
  ) as Refusals
  return read[language]?.[code] ?? read['en']?.[code] ?? code
}
