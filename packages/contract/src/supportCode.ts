import { cleanText } from './cleanText.ts'

/** Crockford's digits: none looks or sounds like another. */
export const digitsOfCodes = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const codeLength = 10

/**
 * The digits of a support code like `K7M4-9QTX-2A`, however it was heard and typed: signs that are read
 * wrongly count as the ones that are meant. Null for a text that is no code.
 */
export function digitsOfCode(text: string): string | null {
  const typed = cleanText('code', text).replaceAll('-', '').replace(/O/g, '0').replace(/[IL]/g, '1')
  const isCode =
    typed.length === codeLength && [...typed].every((each) => digitsOfCodes.includes(each))
  return isCode ? typed : null
}
