import type { ErrorCode } from './errors.ts'

/** An act of staff that helps a player out of a refusal. */
export type HelpingAct =
  | 'players resend-confirmation'
  | 'players send-recovery'
  | 'players unban'
  | 'players unlink'
  | 'players unlock'

/**
 * A sentence that support reads out: a text of the server's words. It follows from what the player
 * read alone, and so tells a stranger nothing about an account.
 */
export type Sentence =
  | 'again'
  | 'banned'
  | 'browser'
  | 'check'
  | 'field'
  | 'later'
  | 'linked'
  | 'mail'
  | 'network'
  | 'rule'
  | 'second'
  | 'wait'

/** The cause of a refusal, and the help against it, in words for the support. */
export interface Explanation {
  readonly why: string
  readonly helps: string
  /** The one act that helps; none where the advice is all. */
  readonly act?: HelpingAct
}

interface ExplainedAnswer extends Explanation {
  readonly say: Sentence
}

interface ExplainedCodes extends ExplainedAnswer {
  readonly codes: readonly ErrorCode[]
}

const oldLink = 'The link of the mail is too old, was used, or was replaced by a newer one.'
const newLink = 'The player asks for another mail, and opens the newest one.'
const laterHelps = 'Another try later. The log has the request by its id if it goes on.'

/** Each code of the error catalogue stands in one group. */
export const explanations: readonly ExplainedCodes[] = [
  {
    codes: ['ERROR_USERNAME_PASSWORD_INCORRECT'],
    why: 'The password is wrong, or no account has this name or address. The answer is the same for both.',
    helps:
      'The player checks the name, the keyboard and the capital letters, or asks for a new password by mail.',
    act: 'players send-recovery',
    say: 'check',
  },
  {
    codes: ['ERROR_USER_UNKNOWN', 'ERROR_EMAIL_UNKNOWN', 'ERROR_USER_NOT_EXISTS'],
    why: 'No account has this name or address.',
    helps:
      'The player tries another address or the username. Players find searches for the account.',
    say: 'check',
  },
  {
    codes: ['ERROR_USERNAME_EMPTY', 'ERROR_PASSWORD_EMPTY', 'ERROR_EMAIL_EMPTY'],
    why: 'A field of the form was empty.',
    helps: 'The player fills it. A password manager may have filled another field.',
    say: 'field',
  },
  {
    codes: ['ERROR_TOO_MANY_ATTEMPTS'],
    why: 'Too many attempts were made: by this visitor, from this network, or on this account.',
    helps: 'The limit ends by itself. Wrong passwords of an account can be forgotten at once.',
    act: 'players unlock',
    say: 'wait',
  },
  {
    codes: ['ERROR_LOGIN_BY_MAIL'],
    why: 'Many passwords were tried for this account today, so that unknown browsers need the way by mail.',
    helps:
      'The player logs in from a browser that the account knows, or chooses a new password by mail.',
    act: 'players send-recovery',
    say: 'mail',
  },
  {
    codes: ['ERROR_USER_BANNED'],
    why: 'The account is banned.',
    helps: 'The rules for bans decide: only a ban that was a mistake is lifted.',
    act: 'players unban',
    say: 'banned',
  },
  {
    codes: [
      'ERROR_USER_IP_BANNED',
      'ERROR_USER_IP_BANNED_LOGIN',
      'ERROR_USER_IP_BANNED_REGISTER',
      'ERROR_USER_IP_BANNED_Steam_LINK',
      'ERROR_USER_IP_BANNED_Twitch_LINK',
      'ERROR_USER_IP_BANNED_EpicGames_LINK',
    ],
    why: 'The network of the player is banned from this.',
    helps:
      'Another network works at once. An operator finds the ban in the list of banned networks.',
    say: 'network',
  },
  {
    codes: ['ERROR_USER_CONFIRMED'],
    why: 'The address of the account is not confirmed yet.',
    helps: 'The player opens the link of the mail, which can be sent again.',
    act: 'players resend-confirmation',
    say: 'mail',
  },
  {
    codes: ['ERROR_ACCOUNT_FROZEN'],
    why: 'The account is frozen: its player, or a rule of safety, has locked it.',
    helps: 'The mail to the account leads back in, and can be sent again.',
    act: 'players send-recovery',
    say: 'mail',
  },
  {
    codes: ['ERROR_ACCOUNT_HELD'],
    why: 'The account was put back or opened lately, or it may be another person’s: changes wait.',
    helps:
      'Only time: the mail to the account says until when. A second factor from before can end it.',
    say: 'wait',
  },
  {
    codes: ['ERROR_REWIND_NOT_YOURS'],
    why: 'The address of this link may not undo that: it came later, or a second factor has stopped it.',
    helps:
      'The player uses the link in a mail to the oldest address that is known to be their own.',
    say: 'mail',
  },
  {
    codes: ['ERROR_RECOVERY_NOT_ENOUGH'],
    why: 'A recovery needs the mailbox and one more kind of proof, and what was given is too young or given already.',
    helps: 'The player adds an older password, a service linked for long, or an earlier address.',
    say: 'again',
  },
  {
    codes: ['ERROR_SECOND_FACTOR_REQUIRED', 'ERROR_REAUTHENTICATION_REQUIRED'],
    why: 'The player has to prove the identity once more.',
    helps: 'The player types the password or uses the second step, and goes on.',
    say: 'again',
  },
  {
    codes: ['ERROR_ENROLMENT_REQUIRED'],
    why: 'The account needs a second step before it opens anything.',
    helps: 'The player sets up two-step verification with the code of our mail.',
    say: 'second',
  },
  {
    codes: ['ERROR_SECOND_FACTOR_EXPIRED'],
    why: 'The second step came too long after the password.',
    helps: 'The player logs in again.',
    say: 'again',
  },
  {
    codes: ['ERROR_SECOND_FACTOR_TRIES'],
    why: 'Too many wrong codes were typed for one log-in.',
    helps:
      'The player logs in again, and takes the code that the app shows for this account now. A lost phone: a recovery code.',
    say: 'second',
  },
  {
    codes: ['ERROR_CODE_INVALID', 'ERROR_CODE_USED'],
    why: 'The code of the authenticator app is wrong, or was used already.',
    helps:
      'The player takes the next code of this account. A lost phone: a recovery code, or a passkey. Staff cannot remove a second step.',
    say: 'second',
  },
  {
    codes: ['ERROR_CODE_CLOCK'],
    why: 'The clock of the phone is wrong, so that its codes belong to another time.',
    helps: 'The player sets the clock of the phone to automatic.',
    say: 'second',
  },
  {
    codes: ['ERROR_RECOVERY_CODE_INVALID'],
    why: 'The recovery code is wrong, or was used already.',
    helps: 'The player takes another code of the newest list.',
    say: 'second',
  },
  {
    codes: ['ERROR_PASSKEY_UNKNOWN', 'ERROR_PASSKEY_REFUSED'],
    why: 'The passkey belongs to no account here, or its answer could not be checked.',
    helps: 'The player tries again, or takes another way to log in.',
    say: 'again',
  },
  {
    codes: [
      'ERROR_PASSKEY_EXIST',
      'ERROR_PASSKEY_NAME',
      'ERROR_PASSKEY_LIMIT',
      'ERROR_AUTHENTICATOR_LIMIT',
    ],
    why: 'The account has this passkey already, or as many passkeys or apps as it may have.',
    helps: 'The player removes one that is not needed, or chooses another name.',
    say: 'field',
  },
  {
    codes: [
      'ERROR_CLIENT_UNKNOWN',
      'ERROR_CLIENT_ADDRESS',
      'ERROR_CLIENT_SCOPE',
      'ERROR_CLIENT_PKCE',
      'ERROR_CLIENT_USED',
      'ERROR_CLIENT_REQUEST',
    ],
    why: 'The site that sent the player asked in a way that its entry does not allow.',
    helps: 'An operator reads what is wrong with gatehouse clients list, and the site mends it.',
    say: 'later',
  },
  {
    codes: ['ERROR_SERVICE_CANCELLED'],
    why: 'The player left the page of the service before its end.',
    helps: 'The player begins again and lets the service name the account.',
    say: 'again',
  },
  {
    codes: ['ERROR_SERVICE_DENIED'],
    why: 'The service did not confirm the account.',
    helps: 'The player begins again. If it repeats, the credentials at the service may be wrong.',
    say: 'again',
  },
  {
    codes: ['ERROR_SERVICE_EXPIRED'],
    why: 'The sign-in with a service took too long, was used before, or began in another browser.',
    helps: 'The player begins again, in one browser, and ends within fifteen minutes.',
    say: 'again',
  },
  {
    codes: ['ERROR_SERVICE_OTHER'],
    why: 'The account is linked to another account of this service already.',
    helps: 'The player unlinks that one first, under Connections.',
    say: 'field',
  },
  {
    codes: ['ERROR_SERVICE_UNREACHABLE'],
    why: 'The service does not answer.',
    helps: 'The player takes another way to log in, or waits.',
    say: 'later',
  },
  {
    codes: ['ERROR_LAST_WAY_IN', 'ERROR_TWO_STEP_NEEDED'],
    why: 'The account would lose its last way in, or a second step that it needs.',
    helps: 'The player adds another way first.',
    say: 'field',
  },
  {
    codes: ['ERROR_PASSWORD_RECOVERY_NOTEXISTS', 'ERROR_PASSWORD_RECOVERY_EXPIRED'],
    why: oldLink,
    helps: newLink,
    act: 'players send-recovery',
    say: 'mail',
  },
  {
    codes: ['ERROR_EMAIL_RECOVERY_NOTEXISTS', 'ERROR_EMAIL_RECOVERY_EXPIRED'],
    why: oldLink,
    helps: newLink,
    act: 'players resend-confirmation',
    say: 'mail',
  },
  {
    codes: ['ERROR_SAFETY_LINK_NOTEXISTS', 'ERROR_SAFETY_LINK_EXPIRED'],
    why: oldLink,
    helps: newLink,
    say: 'mail',
  },
  {
    codes: ['ERROR_NUMBER_INVALID'],
    why: 'The number is not the one in the mail.',
    helps: 'The player reads it in the newest mail.',
    say: 'mail',
  },
  {
    codes: [
      'ERROR_USERNAME_LENGTH',
      'ERROR_USERNAME_PATTERN',
      'ERROR_USERNAME_LETTERS',
      'ERROR_USERNAME_EMAIL',
      'ERROR_USERNAME_EXIST',
    ],
    why: 'The username breaks a rule, or another player has it.',
    helps: 'The words that the player reads name the rule. The player chooses another name.',
    say: 'field',
  },
  {
    codes: [
      'ERROR_PASSWORD_LENGTH',
      'ERROR_PASSWORD_LETTERS',
      'ERROR_PASSWORD_NUMBERS',
      'ERROR_PASSWORD_USERNAME',
      'ERROR_PASSWORD_COMMON',
      'ERROR_CONFIRM_PASSWORD_INVALID',
    ],
    why: 'The new password breaks a rule.',
    helps: 'The words that the player reads name the rule. The player chooses another password.',
    say: 'field',
  },
  {
    codes: ['ERROR_PASSWORD_BREACHED'],
    why: 'The new password is in the data leaks of other sites. It says nothing about this account.',
    helps: 'The player chooses another password, one that is used nowhere else.',
    say: 'field',
  },
  {
    codes: ['ERROR_EMAIL_EXIST', 'ERROR_EMAIL_SHARED'],
    why: 'An account has this address already, or several wait for it.',
    helps: 'The player logs in with the address, or asks for a new password by mail.',
    act: 'players send-recovery',
    say: 'field',
  },
  {
    codes: [
      'ERROR_EMAIL_INVALID',
      'ERROR_EMAIL_LENGTH',
      'ERROR_EMAIL_INCORRECT_FORMAT',
      'ERROR_CONFIRM_EMAIL_INVALID',
    ],
    why: 'The address is not written as an address.',
    helps: 'The player types it again, without spaces.',
    say: 'field',
  },
  {
    codes: [
      'ERROR_EMAIL_DOMAIN_UNAUTHORIZED',
      'ERROR_EMAIL_DISPOSABLE_ADDRESS',
      'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST',
      'ERROR_EMAIL_HIGH_RISK',
    ],
    why: 'The address, or its domain, may not be used: it takes no mail, or lasts for a short time.',
    helps: 'The player takes another address. An operator can allow a domain.',
    say: 'field',
  },
  {
    codes: ['ERROR_FIRSTNAME_EMPTY', 'ERROR_LASTNAME_EMPTY', 'Invalid date value'],
    why: 'A name or the date of birth is missing or unreadable.',
    helps: 'The player fills the field again.',
    say: 'field',
  },
  {
    codes: ['You must be at least 13 years old'],
    why: 'The date of birth is below the minimum age.',
    helps: 'Nothing: the rule has no exception.',
    say: 'rule',
  },
  {
    codes: ['ERROR_APPROVE_PRIVACY_POLICY', 'ERROR_APPROVE_EULA', 'ERROR_APPROVE_CODE_OF_CONDUCT'],
    why: 'The player has not accepted a text that the account needs.',
    helps: 'The player ticks the box.',
    say: 'field',
  },
  {
    codes: ['ERROR_ACCESS_KEY_NON_EXISTANT', 'ERROR_ACCESS_KEY_ALREADY_USED'],
    why: 'The access key does not exist, or was used already.',
    helps: 'The player types it again. A key that was used needs another one.',
    say: 'field',
  },
  {
    codes: ['ERROR_USER_REFERRER_NOTEXISTS'],
    why: 'No player has the name of the referrer.',
    helps: 'The player leaves the field empty, or types the name again.',
    say: 'field',
  },
  {
    codes: [
      'ERROR_REGISTER_TOKEN_EMPTY',
      'ERROR_REGISTER_INVALID',
      'ERROR_REGISTER_NO_SUCCESS',
      'This request should have a verification code.',
      'You are not allowed to log in.',
    ],
    why: 'The check against robots was not passed, or did not come with the form.',
    helps:
      'The player reloads the page without extensions that block scripts, or takes another browser.',
    say: 'browser',
  },
  {
    codes: ['ERROR_USER_STEAM_EXIST'],
    why: 'The account of the other service is linked to another account here. The player has just signed in to it there.',
    helps:
      'The player logs in to the other account here and unlinks it there. If that account is lost, unlink it from here.',
    act: 'players unlink',
    say: 'linked',
  },
  {
    codes: ['ERROR_CARD_NOT_LINKED'],
    why: 'The account of the other service is not linked.',
    helps: 'The player links it first, at Connections.',
    say: 'field',
  },
  {
    codes: [
      'PARTNER_RESPONSE_ERROR',
      'ERROR_SEGA_RESET_PASSWORD',
      'Error on get auth relic steam.',
      'Error on callback relic steam link.',
      'Error on get linked relic.',
      'This request is not authorized.',
      'This request should contain a state parameter.',
      'This request is not authorized by OpenId.',
    ],
    why: 'The partner or the other service did not say yes, or its answer did not arrive whole.',
    helps: 'The player begins again in one window. Another try later if the service is down.',
    say: 'again',
  },
  {
    codes: ['ERROR_STEAM_NOT_REACHABLE', 'ERROR_UNAVAILABLE'],
    why: 'A service was out of reach, or the server had too much to do.',
    helps: laterHelps,
    say: 'later',
  },
  {
    codes: [
      'ERROR_AVATAR_TYPE',
      'ERROR_AVATAR_SIZE',
      'ERROR_AVATAR_DIMENSIONS',
      'ERROR_AVATAR_UNREADABLE',
      'ERROR_AVATAR_NOT_EXISTS',
    ],
    why: 'The picture is too large, unreadable, or gone.',
    helps: 'The player chooses another picture.',
    say: 'field',
  },
  {
    codes: ['ERROR_OPTIN', 'ERROR_OPTIN_NOT_EXISTS', 'You must answer this question.'],
    why: 'The newsletter is gone, or a question has no answer.',
    helps: 'The player reloads the page and tries again.',
    say: 'again',
  },
  {
    codes: ['ERROR_TOKEN_INVALID', 'ERROR_TOKEN_INVALID_REFRESH', 'ERROR_TOKEN_USER_INVALID'],
    why: 'The session of the player is over.',
    helps: 'The player logs in again.',
    say: 'again',
  },
  {
    codes: ['ERROR_NOT_ALLOWED'],
    why: 'The deployment does not offer this, or the session belongs to another player.',
    helps: 'The player reloads the page, and logs in again if it goes on.',
    say: 'again',
  },
  {
    codes: ['INVALID_REQUEST'],
    why: 'A value could not be read.',
    helps: 'The player reloads the page and types it again.',
    say: 'again',
  },
]

/** For an answer without a code. */
export const statusExplanations: Readonly<Record<number, ExplainedAnswer>> = {
  400: {
    why: 'The address or the request could not be read, or was cut off.',
    helps: 'The player opens the link once more, or begins at Home.',
    say: 'again',
  },
  401: {
    why: 'The session of the player is over.',
    helps: 'The player logs in again.',
    say: 'again',
  },
  404: {
    why: 'It does not exist any more.',
    helps: 'The player reloads the page.',
    say: 'again',
  },
  429: {
    why: 'Too many requests came from this network.',
    helps: laterHelps,
    say: 'later',
  },
  503: {
    why: 'The server was out of reach, or had too much to do.',
    helps: laterHelps,
    say: 'later',
  },
}

/** For every other answer. */
export const faultExplanation: ExplainedAnswer = {
  why: 'The fault is ours: an error of the server.',
  helps: laterHelps,
  say: 'later',
}

/**
 * Causes that a code alone does not say: those of an account, as it is when support looks. The player reads
 * the same, whichever of them it is.
 */
export const accountCauses = {
  'wrong password': {
    why: 'The account is there, and the password is wrong.',
    helps:
      'The player checks the keyboard and the capital letters, or chooses a new password by mail.',
    act: 'players send-recovery',
  },
  'caps lock': {
    why: 'The password is wrong, and Caps Lock was on in the player’s browser.',
    helps: 'The player turns Caps Lock off and types the password again.',
    act: 'players send-recovery',
  },
  'no account': {
    why: 'No account here has the name or address that was typed.',
    helps:
      'Ask for the name, and look for it below: it may be misspelled, or of another game. A deletion leaves no name: a mail confirmed it.',
  },
  'account elsewhere': {
    why: 'No account here has this name or address, but one of another deployment has.',
    helps: 'The player logs in there.',
  },
  deleted: {
    why: 'The account was deleted after this.',
    helps: 'Nobody brings it back. The player can register again.',
  },
  'by partner': {
    why: 'The player logs in by a partner: this account has no password here.',
    helps: 'The player takes the button of the partner on the log-in page.',
  },
  'mail refused': {
    why: 'The mailbox of the account has refused our mails.',
    helps:
      'The player frees the mailbox first. If the address is misspelled, another registration helps.',
  },
} as const satisfies Readonly<Record<string, Explanation>>

export type AccountCause = keyof typeof accountCauses
