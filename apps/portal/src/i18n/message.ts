import { findErrorCode } from '@gatehouse/contract/errors'
import { i18n } from './words.ts'

const longest = 300

/**
 * The words for what an ErrorMessage holds. A code that the catalogue does not know, and ready text,
 * is shown as it is, at most 300 characters of it. The words are those of the catalogue `errors`,
 * which must be there.
 */
export function message(codeOrText: string): string {
  const code = findErrorCode(codeOrText)
  return code === null ? codeOrText.slice(0, longest) : i18n._(code)
}
