import type { ErrorItem } from './errorItems.ts'

/**
 * The error catalogue (specification, section 8): every code on the wire, with its property. A
 * handler may name another property; '' is the form as a whole. The words belong to the side that
 * shows them. A few sentences have no code; each is its own code.
 */
export const errors = {
  ERROR_NOT_ALLOWED: '',
  ERROR_EMAIL_UNKNOWN: 'Email',
  ERROR_PASSWORD_RECOVERY_NOTEXISTS: '',
  ERROR_PASSWORD_RECOVERY_EXPIRED: '',
  ERROR_EMAIL_RECOVERY_NOTEXISTS: '',
  ERROR_EMAIL_RECOVERY_EXPIRED: '',
  ERROR_USER_STEAM_EXIST: '',
  ERROR_USER_REFERRER_NOTEXISTS: 'Referrer',
  ERROR_USERNAME_LENGTH: 'Username',
  ERROR_USERNAME_PATTERN: 'Username',
  ERROR_USERNAME_EXIST: 'Username',
  ERROR_USERNAME_LETTERS: 'Username',
  ERROR_USERNAME_EMAIL: 'Username',
  ERROR_USERNAME_EMPTY: 'UsernameOrEmail',
  ERROR_PASSWORD_USERNAME: 'Password',
  ERROR_PASSWORD_LENGTH: 'Password',
  ERROR_PASSWORD_LETTERS: 'Password',
  ERROR_PASSWORD_NUMBERS: 'Password',
  ERROR_PASSWORD_EMPTY: 'Password',
  ERROR_CONFIRM_PASSWORD_INVALID: 'ConfirmPassword',
  ERROR_LASTNAME_EMPTY: 'Lastname',
  ERROR_FIRSTNAME_EMPTY: 'Firstname',
  ERROR_EMAIL_EMPTY: 'Email',
  ERROR_EMAIL_INVALID: 'Email',
  ERROR_EMAIL_LENGTH: 'Email',
  ERROR_EMAIL_EXIST: 'Email',
  ERROR_EMAIL_SHARED: '',
  ERROR_EMAIL_INCORRECT_FORMAT: 'Email',
  ERROR_EMAIL_DOMAIN_UNAUTHORIZED: 'Email',
  ERROR_EMAIL_DISPOSABLE_ADDRESS: 'Email',
  ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST: 'Email',
  ERROR_EMAIL_HIGH_RISK: 'Email',
  ERROR_CONFIRM_EMAIL_INVALID: 'ConfirmEmail',
  ERROR_USER_BANNED: '',
  ERROR_USER_UNKNOWN: 'UsernameOrEmail',
  ERROR_USERNAME_PASSWORD_INCORRECT: '',
  ERROR_APPROVE_PRIVACY_POLICY: 'ApprovePrivacyPolicy',
  ERROR_APPROVE_EULA: 'ApproveEULA',
  ERROR_USER_CONFIRMED: '',
  ERROR_USER_NOT_EXISTS: '',
  ERROR_USER_IP_BANNED: '',
  ERROR_USER_IP_BANNED_LOGIN: '',
  ERROR_USER_IP_BANNED_REGISTER: 'IP',
  ERROR_USER_IP_BANNED_Steam_LINK: '',
  ERROR_USER_IP_BANNED_Twitch_LINK: '',
  ERROR_USER_IP_BANNED_EpicGames_LINK: '',
  PARTNER_RESPONSE_ERROR: '',
  ERROR_STEAM_NOT_REACHABLE: '',
  ERROR_ACCESS_KEY_NON_EXISTANT: 'Value',
  ERROR_ACCESS_KEY_ALREADY_USED: 'Value',
  ERROR_OPTIN: '',
  ERROR_OPTIN_NOT_EXISTS: '',
  ERROR_REGISTER_NO_SUCCESS: '',
  ERROR_REGISTER_INVALID: '',
  ERROR_REGISTER_TOKEN_EMPTY: '',
  ERROR_SEGA_RESET_PASSWORD: '',
  ERROR_TOKEN_INVALID: '',
  ERROR_TOKEN_INVALID_REFRESH: '',
  ERROR_TOKEN_USER_INVALID: '',

  // Sentences of the specification without a code.
  'Invalid date value': 'DateOfBirth',
  'You must be at least 13 years old': 'DateOfBirth',
  'This request should have a verification code.': '',
  'You must answer this question.': '',
  'You are not allowed to log in.': '',
  'Error on get auth relic steam.': '',
  'Error on callback relic steam link.': '',
  'Error on get linked relic.': '',
  'This request is not authorized.': '',
  'This request should contain a state parameter.': '',
  'This request is not authorized by OpenId.': '',

  // Ours: they add to the specification's catalogue and never contradict it.
  ERROR_APPROVE_CODE_OF_CONDUCT: 'ApproveCodeOfConduct',
  ERROR_AVATAR_TYPE: 'Picture',
  ERROR_AVATAR_SIZE: 'Picture',
  ERROR_AVATAR_DIMENSIONS: 'Picture',
  ERROR_AVATAR_UNREADABLE: 'Picture',
  ERROR_AVATAR_NOT_EXISTS: 'Name',
  ERROR_CARD_NOT_LINKED: 'Links',
  ERROR_PASSWORD_COMMON: 'Password',
  ERROR_PASSWORD_BREACHED: 'Password',
  ERROR_SECOND_FACTOR_REQUIRED: '',
  ERROR_SECOND_FACTOR_EXPIRED: '',
  ERROR_SECOND_FACTOR_TRIES: '',
  ERROR_CODE_INVALID: 'Code',
  ERROR_CODE_USED: 'Code',
  ERROR_CODE_CLOCK: 'Code',
  ERROR_RECOVERY_CODE_INVALID: 'Code',
  ERROR_PASSKEY_UNKNOWN: '',
  ERROR_PASSKEY_REFUSED: '',
  ERROR_PASSKEY_EXIST: '',
  ERROR_PASSKEY_NAME: 'Name',
  ERROR_PASSKEY_LIMIT: '',
  ERROR_AUTHENTICATOR_LIMIT: '',
  ERROR_LAST_WAY_IN: '',
  ERROR_TWO_STEP_NEEDED: '',
  ERROR_ENROLMENT_REQUIRED: '',
  ERROR_SERVICE_CANCELLED: '',
  ERROR_SERVICE_DENIED: '',
  ERROR_SERVICE_EXPIRED: '',
  ERROR_SERVICE_OTHER: '',
  ERROR_SERVICE_UNREACHABLE: '',
  ERROR_ACCOUNT_FROZEN: '',
  ERROR_ACCOUNT_HELD: '',
  ERROR_REWIND_NOT_YOURS: '',
  ERROR_RECOVERY_NOT_ENOUGH: '',
  ERROR_SAFETY_LINK_NOTEXISTS: '',
  ERROR_SAFETY_LINK_EXPIRED: '',
  ERROR_NUMBER_INVALID: 'Number',
  ERROR_TOO_MANY_ATTEMPTS: '',
  ERROR_LOGIN_BY_MAIL: '',
  ERROR_REAUTHENTICATION_REQUIRED: '',
  ERROR_CLIENT_UNKNOWN: '',
  ERROR_CLIENT_ADDRESS: '',
  ERROR_CLIENT_SCOPE: '',
  ERROR_CLIENT_PKCE: '',
  ERROR_CLIENT_USED: '',
  ERROR_CLIENT_REQUEST: '',
  ERROR_UNAVAILABLE: '',
  INVALID_REQUEST: '',
} as const satisfies Record<string, string>

export type ErrorCode = keyof typeof errors

/** Codes that answer 503 instead of 400, because the player did nothing wrong. */
const unavailable: ReadonlySet<string> = new Set<ErrorCode>([
  'ERROR_SERVICE_UNREACHABLE',
  'ERROR_STEAM_NOT_REACHABLE',
  'ERROR_UNAVAILABLE',
])

export function statusOf(code: ErrorCode): 400 | 503 {
  return unavailable.has(code) ? 503 : 400
}

/** Makes an error item under the code's own property, or under `property`. */
export function errorItem(code: ErrorCode, property: string = errors[code]): ErrorItem {
  return { Property: property, ErrorMessage: code }
}

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errors, text)
}

const ipBanned = 'ERROR_USER_IP_BANNED'
const byFoldedIpCode: ReadonlyMap<string, ErrorCode> = new Map(
  (Object.keys(errors) as ErrorCode[])
    .filter((code) => code.startsWith(ipBanned))
    .map((code) => [code.toLowerCase(), code]),
)

/**
 * Finds the catalogue's code of an ErrorMessage: the code itself, the code without its prefix, or
 * an IP code in any case. Null for an unknown text, which the portal shows unchanged.
 */
export function findErrorCode(codeOrText: string): ErrorCode | null {
  for (const candidate of [codeOrText, `ERROR_${codeOrText}`, codeOrText.replace(/^ERROR_/, '')]) {
    if (isErrorCode(candidate)) return candidate
  }
  return byFoldedIpCode.get(codeOrText.toLowerCase()) ?? null
}
