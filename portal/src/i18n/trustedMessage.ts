import { errors, findErrorCode } from '@gatehouse/contract/errors'
import { message } from './message.ts'

/**
 * The words for a message of an untrusted link: those of the catalogue, and unknown codes as they are.
 * Any other text is '', so that no foreign words appear as ours.
 */
export function trustedMessage(codeOrText: string): string {
  const isCode = findErrorCode(codeOrText) !== null || /^[A-Z][A-Z0-9_]{2,99}$/.test(codeOrText)
  const isOurs = isCode || Object.keys(errors).some((code) => message(code) === codeOrText)
  return isOurs ? message(codeOrText) : ''
}
