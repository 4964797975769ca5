import { browserBounds, browserLifetimes } from './browserLimits.ts'

const second = 1
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Lifetimes, in seconds. Those of sections 4 and 9 of the specification are its own. */
export const lifetimes = {
  ...browserLifetimes,
  session: 30 * day,
  /** Of a game that signs in by a service: it does so again at each start. */
  gameSession: day,
  /** The time for which the used ticket of a game is known, longer than a game runs. */
  usedTicket: 7 * day,
  bearer: hour,
  /** A repeated refresh within this time gets the same successor, or the newest one: two tabs. */
  refreshAtOnce: 10 * second,
  /**
   * And within this time while its successor is unused: the answer was lost. Clients wait a minute
   * (iOS) to a hundred seconds (.NET) for an answer, and then try again.
   */
  refreshGrace: 2 * minute,
  confirmationLink: 7 * day,
  /** From a registration on, its browser needs no log-in after the confirmation. */
  registeredBrowser: day,
  /** An unconfirmed registration, from its last mail on. */
  unconfirmedPlayer: 7 * day,
  passwordRecoveryLink: hour,
  updateEmailLink: day,
  updateEmailRecoveryLink: 7 * day,
  partnerCreated: 5 * minute,
  pendingFlow: 10 * minute,
  /** From a sign-in with a service to the account that it opens from then on. */
  serviceTicket: 15 * minute,
  /** The time in which a player stops a move of a way in to another account. */
  linkMove: 3 * day,
  /** The time in which a player takes a moved link back. */
  movedLink: 7 * day,
  /** The time for which a link stays where it is once a move was stopped or taken back. */
  keptLink: 30 * day,
  captchaPass: 2 * minute,
  oauthCode: minute,
  /** The time in which a player lets a device in. */
  deviceCode: 10 * minute,
  reauthentication: 15 * minute,
  usernameQuarantine: 30 * day,
  unsubscribeLink: 365 * day,
  /** The time for which a mail link that is over is kept, and says that the account is confirmed. */
  endedMailLink: 30 * day,
  /** The time for which account recovery shows a linking to the player. */
  recentLink: 30 * day,
  /**
   * The time for which a browser cannot register after its visitor stated an age below the minimum.
   */
  refusedAge: day,
  /** The time for which the server can send an account event to a client again. */
  accountEvent: 30 * day,
  /** The time for which support finds what became of a mail. */
  postedMail: 30 * day,
  /** The time for which a browser is known after a log-in. */
  knownBrowser: 180 * day,
  /** The time for which players read the acts on their accounts. */
  activity: 180 * day,
  /** The time for which an entry of the activity keeps its network address and user agent. */
  activityAddress: 30 * day,
  /** The time for which an address is kept after another one took its place. */
  formerAddress: 30 * day,
  /** The time for which a removed passkey, app or set of codes is kept. */
  removedFactor: 37 * day,
  /** An unconfirmed authenticator app. */
  unconfirmedApp: 15 * minute,
  /** The time for which a challenge of WebAuthn is valid; used ones are kept a little longer. */
  passkeyChallenge: 10 * minute,
  usedChallenge: 15 * minute,
  secondStep: 10 * minute,
  /** Of the mailed code for a first second factor, where the deployment requires one. */
  enrolmentCode: 10 * minute,
  /** The time in which the password of a player is looked up once in data leaks. */
  leakLookup: 30 * day,
  /** The time for which an address is known after a log-in. */
  knownAddress: 30 * day,
  unfreezeLink: 30 * day,
  /** Of the page that a log-in to a frozen account leads to. */
  linkAtLogIn: 10 * minute,
  /** From the first mail of a recovery case to its last proof. */
  recoveryProofs: day,
  /** The age from which a browser or a linked account counts as a proof of a recovery case. */
  recoveryProofAge: 30 * day,
  /** The time in which a recovery case is finished once its wait is over, and the life of a link for it. */
  recoveryReady: 7 * day,
  recoveryLink: day,
  /** The time for which a player's recovery cases count. */
  recoveryCases: 30 * day,
  /** The time in which a refusal's note becomes a support code. */
  supportNote: 30 * minute,
  /** The time in which the support opens a code. */
  supportCode: 72 * hour,
  /** The time for which a code that is over is known, to say so. */
  endedSupportCode: day,
  /** From the secret of an authenticator app to its first code. */
  authenticatorEnrolment: 15 * minute,
  /** Of a build's files, after the last server that has them. */
  builtFile: day,
  /** Of new recovery codes until their player has stored them. */
  pendingRecoveryCodes: hour,
  /** The time for which an ended log-in of staff is kept. */
  staffSession: 90 * day,
  /** The time for which a decision on an act of staff is kept. */
  approval: 730 * day,
  /** The time for which a draft of a version is kept after its last change. */
  draft: 90 * day,
  /** The time for which a mailing is kept after its last change. */
  mailing: 730 * day,
  /** The time by which the start of a mailing is at most ahead. */
  mailingAhead: 90 * day,
  shortSample: 2 * hour,
  longSample: 30 * day,
  /** The time for which previews are shown to a person of the staff who asked for them. */
  preview: 1800,
  /** The time for which a repeated order gets its first answer. */
  repeatedOrder: day,
  /** The time in which a person takes a file that an act made. */
  download: 15 * minute,
} as const

/** Bounds of texts, in characters. */
export const bounds = {
  username: { min: 2, max: 25 },
  password: { min: 8, max: 50 },
  email: { min: 2, max: 255 },
  /** Names, reasons and other texts without their own bound. */
  text: { max: 1000 },
  /** The server refuses longer passwords before it computes a hash. */
  passwordInput: { max: 1000 },
  /**
   * Values that a client sends with a sign-in and gets back in its answer. Both have room in the sealed
   * cookie that keeps the request; sites that federate others have long states.
   */
  oauth: { state: { max: browserBounds.state }, nonce: { max: 255 } },
  /** Names of passkeys and of authenticator apps. */
  factorName: { min: 1, max: 40 },
  authenticatorApps: { max: 3 },
  recoveryCodes: { max: 10 },
  /** Wrong second steps of one log-in. */
  secondStepTries: { max: 5 },
  /** Wrong tries of one mailed code for a first second factor. */
  enrolmentCodeTries: { max: 5 },
  passkeyName: { min: 1, max: 40 },
  /** Proofs of a recovery case; cases of one player that got so far. */
  recoveryProofs: { min: 2 },
  recoveryCases: { max: 3 },
  /** Passkeys of one player. */
  passkeys: { max: 10 },
  /** Players whom one player may block. */
  blocks: { max: 5000 },
} as const

export const minimumAge = 13
export const firstYearOfBirth = 1900
export const bodyBytes = 64 * 1024
/** Characters of an address, with its query. */
export const urlLength = 12 * 1024
