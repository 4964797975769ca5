/** What a partner can be made to do, for everybody or for one account. */
export const partnerSwitches = {
  /** Whoever comes says no. */
  deny: false,
  /** Address or subject of who gets in without being asked; `cancel` says no. */
  autoUser: '',
  /** The ID token answers a nonce that nobody sent. */
  badNonce: false,
  /** The ID token answers no nonce at all. */
  noNonce: false,
  /** The ID token is for another client. */
  wrongAud: false,
  /** The ID token expired an hour ago. */
  expiredIdToken: false,
  /** Both ways of saying who answers, `iss` of the way back and of the ID token, name another. */
  wrongIss: false,
  /** Every code is too old. */
  expiredCode: false,
  /** No claim names an address. */
  noEmail: false,
  /**
   * New keys sign and are published in place of those that were. For one account alone the new key
   * signs and is published nowhere.
   */
  jwksRotated: false,
  /** Tokens are given, but nothing is said of whose they are beside the subject. */
  loseProfile: false,
  /** Answers a page of HTML with status 200 in place of tokens. */
  garbage: false,
  /** What is answered in place of tokens: a key of `wrongAnswers`. */
  answer: '',
}

/** What the side service of a partner can be made to do. */
export const serviceSwitches = {
  /** Nobody is taken to Steam: 500. */
  linkFails: false,
  /** Nobody's accounts are told: 500. */
  linkedFails: false,
  /** No validation is mailed: 500. */
  validationFails: false,
}

export type PartnerSwitches = typeof partnerSwitches & typeof serviceSwitches
