const minute = 60
const hour = 60 * minute
const day = 24 * hour

/*
 * The limits that a browser's first screens read. They have their own file so that the first load
 * does not include all others.
 */

/** Lifetimes of what a browser keeps, in seconds. */
export const browserLifetimes = {
  /** Until a player who said 'Not now' is advised again. */
  postponedAdvice: 30 * day,
  identityCookie: 30 * day,
  consentCookie: 365 * day,
  languageCookie: 365 * day,
  partnerProof: 30 * minute,
  storedRedirect: hour,
} as const

/** Bounds of what an address brings along, in characters. */
export const browserBounds = {
  /** A client's own value: sites that federate others have long ones. */
  state: 2000,
} as const

/** Milliseconds between the press of a submit button and its call. */
export const submitDelay = 300
/** Milliseconds between the last key and the reaction to the typed text: a message, suggestions. */
export const inputDelay = 200
/** Milliseconds between the loss of the focus and the reaction to it. */
export const blurDelay = 300
