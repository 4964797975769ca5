import { findErrorCode } from '@gatehouse/contract/errors'
import { errorWords } from './errorWords.ts'
import { addWords, type Catalogue, i18n } from './words.ts'

const longest = 300
await addWords(import.meta.glob<Catalogue>('./po/errors/*.po'))

/**
 * The words for what an ErrorMessage holds. A code that the catalogue does not know, and ready text,
 * is shown as it is, at most 300 characters of it. This module brings the catalogue of all errors:
 * what is shown at once imports it only when there is an error to show.
 */
export function message(codeOrText: string): string {
  const code = findErrorCode(codeOrText)
  return code === null ? codeOrText.slice(0, longest) : i18n._(errorWords[code])
}
