import type { I18n } from '@lingui/core'
import { findErrorCode } from '@gatehouse/contract/errors'
import { errorWords } from './errorWords.ts'
import { message } from './message.ts'

/**
 * The words for a message that anybody could have put into a link: those of the catalogue, and
 * unknown codes as they are. Any other text is '': nobody speaks in our name.
 */
export function trustedMessage(i18n: I18n, codeOrText: string): string {
  const isCode = findErrorCode(codeOrText) !== null || /^[A-Z][A-Z0-9_]{2,99}$/.test(codeOrText)
  const isOurs = isCode || Object.values(errorWords).some((word) => i18n._(word) === codeOrText)
  return isOurs ? message(i18n, codeOrText) : ''
}
