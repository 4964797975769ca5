/** The switches of a partner, for all accounts or for one. */
export const partnerSwitches = {
  /** Every player refuses. */
  deny: false,
  /** Address or subject of the account that signs in without a page; `cancel` refuses. */
  autoUser: '',
  /** The ID token has a nonce that no client sent. */
  badNonce: false,
  /** The ID token has no nonce. */
  noNonce: false,
  /** The ID token is for another client. */
  wrongAud: false,
  /** The ID token expired an hour ago. */
  expiredIdToken: false,
  /** `iss` of the return and of the ID token name another issuer. */
  wrongIss: false,
  /** Every code is too old. */
  expiredCode: false,
  /** No claim names an address. */
  noEmail: false,
  /**
   * New keys replace the published ones and sign. For one account alone the new key signs without
   * being published.
   */
  jwksRotated: false,
  /** Tokens carry no claim but the subject. */
  loseProfile: false,
  /** Answers a page of HTML with status 200 in place of tokens. */
  garbage: false,
  /** The answer in place of tokens: a key of `wrongAnswers`. */
  answer: '',
}

/** The switches of a partner's side service. */
export const serviceSwitches = {
  /** Linking Steam fails: 500. */
  linkFails: false,
  /** Reading linked accounts fails: 500. */
  linkedFails: false,
  /** Mailing a validation fails: 500. */
  validationFails: false,
}

export type PartnerSwitches = typeof partnerSwitches & typeof serviceSwitches
