import type { I18n } from '@lingui/core'
import { findErrorCode } from '@gatehouse/contract/errors'
import { errorWords } from './errorWords.ts'

const longest = 300

/**
 * The words for what an ErrorMessage holds. A code that the catalogue does not know, and ready text,
 * is shown as it is, at most 300 characters of it.
 */
export function message(i18n: I18n, codeOrText: string): string {
  const code = findErrorCode(codeOrText)
  return code === null ? codeOrText.slice(0, longest) : i18n._(errorWords[code])
}
