/*
 * What an address brings along, which any page may have written. It is a convenience and decides
 * nothing: what does not fit counts as not given, in the portal before it keeps or sends it, and in
 * the calls that take it.
 */

import { browserBounds } from './browserLimits.ts'

/** The most characters of each value, as an address has them: a letter beyond ASCII counts as its bytes do. */
export const carriedBounds = {
  redirectUrl: 2000,
  linkRedirectUrl: 2000,
  /** The id of a client has no more. */
  clientId: 100,
  state: browserBounds.state,
  /** A name that fills a field in, or an address. */
  loginHint: 255,
  referrer: 255,
} as const

export type CarriedName = keyof typeof carriedBounds

/** Control, direction and invisible characters, separators of lines, and lone surrogates. */
const hiddenInLine = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/** Returns a value without the blanks around it; '' for one that is too long or cannot be read in one way. */
export function carried(name: CarriedName, given: unknown): string {
  const value = typeof given === 'string' ? given.trim() : ''
  const bound = carriedBounds[name]
  if (value.length > bound || hiddenInLine.test(value)) return ''
  return encodeURI(value).length > bound ? '' : value
}
