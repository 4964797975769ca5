import type * as z from 'zod'
import type { Rules } from '../environments.ts'
import type { ErrorCode } from '../errors.ts'
import { identityProviderNames } from '../identityProviderNames.ts'
import { identityProviderOf } from '../identityProviderRow.ts'
import type { IdentityProviderName, IdentityProviders } from '../identityProviders.ts'

/**
 * The callers of a row. `anyone` needs no key (only the configuration, which brings the key). `key`
 * needs the deployment's API key. `player` needs an access token too. `either` accepts an access
 * token and does not require it.
 */
export type Caller = 'anyone' | 'key' | 'player' | 'either'

/** The rules with one plain value. */
type PlainRule = {
  [R in keyof Rules]: Rules[R] extends string | boolean ? R : never
}[keyof Rules]

/** The rules that open a call. Each must have its value, or one of its values. */
export type When = { readonly [R in PlainRule]?: Rules[R] | readonly Rules[R][] }

/** The scopes of a ban of an address. */
export type IpBanScope = 'general' | 'login' | 'register' | BannedProvider

/** The identity providers with their own IP ban. */
type BannedProvider = {
  [N in IdentityProviderName]: IdentityProviders[N] extends { readonly banCode: ErrorCode }
    ? N
    : never
}[IdentityProviderName]

export const ipBanScopes: readonly IpBanScope[] = [
  'general',
  'login',
  'register',
  ...identityProviderNames.filter(hasOwnBan),
]

function hasOwnBan(name: IdentityProviderName): name is BannedProvider {
  return identityProviderOf(name).banCode !== undefined
}

/** The bans that close a call: those of its scope and general ones, each with its code. */
export interface IpBan {
  readonly scope: IpBanScope
  readonly code: ErrorCode
  readonly generalCode: ErrorCode
}

/** The input of a call, each part only where the call has it. */
export interface CallInput {
  readonly path?: z.ZodObject
  readonly query?: z.ZodObject | z.ZodRecord
  readonly body?: z.ZodObject | z.ZodRecord
}

/** One call of the account API. */
export interface Call extends CallRest {
  readonly method: 'GET' | 'POST'
  /** Relative to the account API. A leading slash makes it a path on the host of the portal. */
  readonly path: string
  readonly caller: Caller
}

interface CallRest {
  /** Absent: the call is open in every environment. */
  readonly when?: When
  /** Open to players who have yet to set up the second step that the deployment requires. */
  readonly isBeforeEnrolment?: true
  /** Absent: a banned address may call too. */
  readonly ipBan?: IpBan
  /** The call hashes a password for any caller, so the number of concurrent calls is limited. */
  readonly costsHash?: true
  /**
   * The duration of the call could reveal accounts. Deployments with protection against enumeration
   * answer it at fixed intervals.
   */
  readonly hidesDuration?: true
  /** Absent: the body has the usual bound. A longer one than this is refused with the code. */
  readonly largeBody?: { readonly bytes: number; readonly refusal: ErrorCode }
  readonly input?: CallInput
  /** The documented fields of a part that takes any field. */
  readonly documented?: { readonly query?: z.ZodObject; readonly body?: z.ZodObject }
  readonly answer: z.ZodType
  /** 201 when the call creates something; 200 otherwise. */
  readonly status?: 201
  /** Codes besides those that every call may answer. */
  readonly refusals: readonly ErrorCode[]
}

export function get<const P extends string, const C extends Caller, const R extends CallRest>(
  path: P,
  caller: C,
  rest: R,
) {
  return { method: 'GET', path, caller, ...rest } as const
}

export function post<const P extends string, const C extends Caller, const R extends CallRest>(
  path: P,
  caller: C,
  rest: R,
) {
  return { method: 'POST', path, caller, ...rest } as const
}

/** Says whether a deployment's rules open a call. */
export function isOpen({ when = {} }: Call, rules: Rules): boolean {
  const conditions = Object.entries(when) as [PlainRule, string | boolean | readonly string[]][]
  return conditions.every(([rule, allowed]) => [allowed].flat().includes(rules[rule]))
}

/* The IP bans of the specification's section 8. */

export const generalBan = {
  scope: 'general',
  code: 'ERROR_USER_IP_BANNED',
  generalCode: 'ERROR_USER_IP_BANNED',
} as const satisfies IpBan

/** A ban from logging in, without its own code. */
export const quietLoginBan = { ...generalBan, scope: 'login' } as const satisfies IpBan

export const loginBan = {
  ...quietLoginBan,
  code: 'ERROR_USER_IP_BANNED_LOGIN',
} as const satisfies IpBan

export const registerBan = {
  scope: 'register',
  code: 'ERROR_USER_IP_BANNED_REGISTER',
  generalCode: 'ERROR_USER_IP_BANNED_REGISTER',
} as const satisfies IpBan

/** A ban from linking accounts of a service. */
export function linkBanOf(name: IdentityProviderName): IpBan {
  const { banCode } = identityProviderOf(name)
  return banCode !== undefined && hasOwnBan(name)
    ? { ...generalBan, scope: name, code: banCode }
    : generalBan
}

/* The rules that open the calls of several areas. */

/** Players log in here, and not at a partner. */
export const ownSignIn = {
  signIn: ['in-two-steps', 'in-one-step'],
} as const satisfies When

export const ownRegistration = { register: 'own-form' } as const satisfies When

export const usernameCodes = [
  'ERROR_USERNAME_EMAIL',
  'ERROR_USERNAME_PATTERN',
  'ERROR_USERNAME_LENGTH',
  'ERROR_USERNAME_LETTERS',
  'ERROR_USERNAME_EXIST',
] as const satisfies readonly ErrorCode[]

export const newPasswordCodes = [
  'ERROR_PASSWORD_LENGTH',
  'ERROR_PASSWORD_LETTERS',
  'ERROR_PASSWORD_NUMBERS',
  'ERROR_PASSWORD_USERNAME',
  'ERROR_PASSWORD_COMMON',
  'ERROR_PASSWORD_BREACHED',
  'ERROR_CONFIRM_PASSWORD_INVALID',
] as const satisfies readonly ErrorCode[]

export const newEmailCodes = [
  'ERROR_EMAIL_EMPTY',
  'ERROR_EMAIL_LENGTH',
  'ERROR_EMAIL_INCORRECT_FORMAT',
  'ERROR_EMAIL_INVALID',
  'ERROR_EMAIL_DOMAIN_UNAUTHORIZED',
  'ERROR_EMAIL_DISPOSABLE_ADDRESS',
  'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST',
  'ERROR_EMAIL_HIGH_RISK',
  'ERROR_EMAIL_EXIST',
  'ERROR_CONFIRM_EMAIL_INVALID',
] as const satisfies readonly ErrorCode[]

export const mailLinkCodes = [
  'ERROR_EMAIL_RECOVERY_NOTEXISTS',
  'ERROR_EMAIL_RECOVERY_EXPIRED',
] as const satisfies readonly ErrorCode[]

export const captchaCodes = [
  'ERROR_REGISTER_TOKEN_EMPTY',
  'ERROR_REGISTER_INVALID',
  'ERROR_REGISTER_NO_SUCCESS',
] as const satisfies readonly ErrorCode[]
