import { findErrorCode } from '@gatehouse/contract/errors'
import { message } from './message.ts'

const longest = 300
/** Line breaks and other controls: they become one space. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Marks that turn the direction of a text, and other invisible ones, besides joiners of letters. */
const invisible = /(?![\u200C\u200D])\p{Cf}|\p{Cs}|[\u034F\u115F\u1160\u3164\uFFA0]/gu

/**
 * The text of a message that came in an address, as plain text on one line: anybody may have written
 * it. At most 300 characters, without controls and without marks that turn the direction of a text.
 * Codes get the words of the catalogue. '' where nothing is left, or where `isOwn` asks for a sentence of
 * the catalogue and it is none.
 */
export function messageOfLink(codeOrText: string, isOwn = false): string {
  const text = codeOrText.replaceAll(controls, ' ').replaceAll(invisible, '').trim()
  if (findErrorCode(text) !== null) return message(text)
  // Cut between characters: half of a pair would be none.
  return isOwn ? '' : [...text].slice(0, longest).join('')
}
