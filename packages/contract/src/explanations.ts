import type { ErrorCode } from './errors.ts'

/** The cause of a refusal, and the help against it, in words for the support. */
export interface Explanation {
  readonly why: string
  readonly helps: string
}

interface ExplainedCodes extends Explanation {
  readonly codes: readonly ErrorCode[]
}

const newLink = 'The player asks for another mail, and opens the newest one.'
const laterHelps = 'Another try later. The log has the request by its id if it goes on.'

/** Each code of the error catalogue stands in one group. */
export const explanations: readonly ExplainedCodes[] = [
  {
    codes: ['ERROR_USERNAME_PASSWORD_INCORRECT'],
    why: 'The password is wrong, or no account has this name or address. The answer is the same for both.',
    helps:
      'The player checks the name, the keyboard and the capital letters, or asks for a new password by mail.',
  },
  {
    codes: ['ERROR_USER_UNKNOWN', 'ERROR_EMAIL_UNKNOWN', 'ERROR_USER_NOT_EXISTS'],
    why: 'No account has this name or address.',
    helps:
      'The player tries another address or the username. Players find searches for the account.',
  },
  {
    codes: ['ERROR_USERNAME_EMPTY', 'ERROR_PASSWORD_EMPTY', 'ERROR_EMAIL_EMPTY'],
    why: 'A field of the form was empty.',
    helps: 'The player fills it. A password manager may have filled another field.',
  },
  {
    codes: ['ERROR_TOO_MANY_ATTEMPTS'],
    why: 'Too many attempts were made: by this visitor, from this network, or on this account.',
    helps:
      'The limit ends at the moment below. Wrong passwords of an account end by players unlock.',
  },
  {
    codes: ['ERROR_LOGIN_BY_MAIL'],
    why: 'Many passwords were tried for this account today, so that unknown browsers need the way by mail.',
    helps:
      'The player logs in from a browser that the account knows, or chooses a new password by mail.',
  },
  {
    codes: ['ERROR_USER_BANNED'],
    why: 'The account is banned.',
    helps: 'The rules for bans decide. Players show has its reason and its end.',
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
  },
  {
    codes: ['ERROR_USER_CONFIRMED'],
    why: 'The address of the account is not confirmed yet.',
    helps: 'The player opens the link of the mail. Players resend-confirmation sends another one.',
  },
  {
    codes: ['ERROR_ACCOUNT_FROZEN'],
    why: 'The account is frozen: its player, or a rule of safety, has locked it.',
    helps: 'The mail to the account leads back in. Players send-recovery sends it again.',
  },
  {
    codes: ['ERROR_SECOND_FACTOR_REQUIRED', 'ERROR_REAUTHENTICATION_REQUIRED'],
    why: 'The player has to prove the identity once more.',
    helps: 'The player types the password or uses the second step, and goes on.',
  },
  {
    codes: ['ERROR_SECOND_FACTOR_EXPIRED'],
    why: 'The second step came too long after the password.',
    helps: 'The player logs in again.',
  },
  {
    codes: ['ERROR_SECOND_FACTOR_TRIES'],
    why: 'Too many wrong codes were typed for one log-in.',
    helps: 'The player logs in again, and takes the code that the app shows for this account now.',
  },
  {
    codes: ['ERROR_CODE_INVALID', 'ERROR_CODE_USED'],
    why: 'The code of the authenticator app is wrong, or was used already.',
    helps: 'The player waits for the next code, and checks that the app shows this account.',
  },
  {
    codes: ['ERROR_CODE_CLOCK'],
    why: 'The clock of the phone is wrong, so that its codes belong to another time.',
    helps: 'The player sets the clock of the phone to automatic.',
  },
  {
    codes: ['ERROR_RECOVERY_CODE_INVALID'],
    why: 'The recovery code is wrong, or was used already.',
    helps: 'The player takes another code of the newest list.',
  },
  {
    codes: ['ERROR_PASSKEY_UNKNOWN', 'ERROR_PASSKEY_REFUSED'],
    why: 'The passkey belongs to no account here, or its answer could not be checked.',
    helps: 'The player tries again, or takes another way to log in.',
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
  },
  {
    codes: ['ERROR_SERVICE_CANCELLED'],
    why: 'The player left the page of the service before its end.',
    helps: 'The player begins again and lets the service name the account.',
  },
  {
    codes: ['ERROR_SERVICE_DENIED'],
    why: 'The service did not confirm the account.',
    helps: 'The player begins again. If it repeats, the credentials at the service may be wrong.',
  },
  {
    codes: ['ERROR_SERVICE_EXPIRED'],
    why: 'The sign-in with a service took too long, was used before, or began in another browser.',
    helps: 'The player begins again, in one browser, and ends within fifteen minutes.',
  },
  {
    codes: ['ERROR_SERVICE_OTHER'],
    why: 'The account is linked to another account of this service already.',
    helps: 'The player unlinks that one first, under Connections.',
  },
  {
    codes: ['ERROR_SERVICE_UNREACHABLE'],
    why: 'The service does not answer.',
    helps: 'The player takes another way to log in, or waits.',
  },
  {
    codes: ['ERROR_LAST_WAY_IN', 'ERROR_TWO_STEP_NEEDED'],
    why: 'The account would lose its last way in, or a second step that it needs.',
    helps: 'The player adds another way first.',
  },
  {
    codes: [
      'ERROR_PASSWORD_RECOVERY_NOTEXISTS',
      'ERROR_PASSWORD_RECOVERY_EXPIRED',
      'ERROR_EMAIL_RECOVERY_NOTEXISTS',
      'ERROR_EMAIL_RECOVERY_EXPIRED',
      'ERROR_SAFETY_LINK_NOTEXISTS',
      'ERROR_SAFETY_LINK_EXPIRED',
    ],
    why: 'The link of the mail is too old, was used, or was replaced by a newer one.',
    helps: newLink,
  },
  {
    codes: ['ERROR_NUMBER_INVALID'],
    why: 'The number is not the one in the mail.',
    helps: 'The player reads it in the newest mail.',
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
  },
  {
    codes: ['ERROR_EMAIL_EXIST', 'ERROR_EMAIL_SHARED'],
    why: 'An account has this address already, or several wait for it.',
    helps: 'The player logs in with the address, or asks for a new password by mail.',
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
  },
  {
    codes: ['ERROR_FIRSTNAME_EMPTY', 'ERROR_LASTNAME_EMPTY', 'Invalid date value'],
    why: 'A name or the date of birth is missing or unreadable.',
    helps: 'The player fills the field again.',
  },
  {
    codes: ['You must be at least 13 years old'],
    why: 'The date of birth is below the minimum age.',
    helps: 'Nothing: the rule has no exception.',
  },
  {
    codes: ['ERROR_APPROVE_PRIVACY_POLICY', 'ERROR_APPROVE_EULA', 'ERROR_APPROVE_CODE_OF_CONDUCT'],
    why: 'The player has not accepted a text that the account needs.',
    helps: 'The player ticks the box.',
  },
  {
    codes: ['ERROR_ACCESS_KEY_NON_EXISTANT', 'ERROR_ACCESS_KEY_ALREADY_USED'],
    why: 'The access key does not exist, or was used already.',
    helps: 'The player types it again. A key that was used needs another one.',
  },
  {
    codes: ['ERROR_USER_REFERRER_NOTEXISTS'],
    why: 'No player has the name of the referrer.',
    helps: 'The player leaves the field empty, or types the name again.',
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
  },
  {
    codes: ['ERROR_USER_STEAM_EXIST', 'ERROR_CARD_NOT_LINKED'],
    why: 'The account of the other service belongs to another player here, or is not linked.',
    helps: 'Players find by the id of the linked account shows the other player.',
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
  },
  {
    codes: ['ERROR_STEAM_NOT_REACHABLE', 'ERROR_UNAVAILABLE'],
    why: 'A service was out of reach, or the server had too much to do.',
    helps: laterHelps,
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
  },
  {
    codes: ['ERROR_OPTIN', 'ERROR_OPTIN_NOT_EXISTS', 'You must answer this question.'],
    why: 'The newsletter is gone, or a question has no answer.',
    helps: 'The player reloads the page and tries again.',
  },
  {
    codes: ['ERROR_TOKEN_INVALID', 'ERROR_TOKEN_INVALID_REFRESH', 'ERROR_TOKEN_USER_INVALID'],
    why: 'The session of the player is over.',
    helps: 'The player logs in again.',
  },
  {
    codes: ['ERROR_NOT_ALLOWED'],
    why: 'The deployment does not offer this, or the session belongs to another player.',
    helps: 'The player reloads the page, and logs in again if it goes on.',
  },
  {
    codes: ['INVALID_REQUEST'],
    why: 'A value could not be read.',
    helps: 'The player reloads the page and types it again.',
  },
]

/** For an answer without a code. */
export const statusExplanations: Readonly<Record<number, Explanation>> = {
  400: {
    why: 'The address or the request could not be read, or was cut off.',
    helps: 'The player opens the link once more, or begins at Home.',
  },
  401: { why: 'The session of the player is over.', helps: 'The player logs in again.' },
  404: { why: 'It does not exist any more.', helps: 'The player reloads the page.' },
  429: { why: 'Too many requests came from this network.', helps: laterHelps },
  503: { why: 'The server was out of reach, or had too much to do.', helps: laterHelps },
}

/** For every other answer. */
export const faultExplanation: Explanation = {
  why: 'The fault is ours: an error of the server.',
  helps: laterHelps,
}
