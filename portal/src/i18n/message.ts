import { findErrorCode } from '@gatehouse/contract/errors'
import { messages } from './po/errors/en.po'
import { errorWords } from './errorWords.ts'
import { type Catalogue, loadLocale } from './loadLocale.ts'

const longest = 300
const others = import.meta.glob<Catalogue>(['./po/errors/*.po', '!./po/errors/en.po'])
const catalogue = await loadLocale(messages, others)

/**
 * The words for what an ErrorMessage holds. A code that the catalogue does not know, and ready text,
 * is shown as it is, at most 300 characters of it. This module brings the catalogue of all errors:
 * what is shown at once imports it only when there is an error to show.
 */
export function message(codeOrText: string): string {
  const code = findErrorCode(codeOrText)
  return code === null ? codeOrText.slice(0, longest) : catalogue._(errorWords[code])
}
