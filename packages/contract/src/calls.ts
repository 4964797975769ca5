import * as z from 'zod'
import { accountCalls } from './calls/account.ts'
import { avatarCalls } from './calls/avatar.ts'
import { connectionCalls } from './calls/connections.ts'
import { cookieCalls } from './calls/cookies.ts'
import { deletionCalls } from './calls/deletion.ts'
import { emailCalls } from './calls/email.ts'
import { factorCalls } from './calls/factors.ts'
import { loginCalls } from './calls/login.ts'
import { newsletterCalls } from './calls/newsletters.ts'
import { partnerCalls } from './calls/partners.ts'
import { passkeyCalls } from './calls/passkeys.ts'
import { passwordCalls } from './calls/password.ts'
import { registrationCalls } from './calls/registration.ts'
import { type Call, get } from './calls/row.ts'
import { securityCalls } from './calls/security.ts'
import { serviceCalls } from './calls/services.ts'
import { sessionCalls } from './calls/session.ts'
import { siteCalls } from './calls/sites.ts'
import { supportCalls } from './calls/support.ts'
import { surveyCalls } from './calls/survey.ts'
import type { ErrorCode } from './errors.ts'

/**
 * Every call of the account API, one row a call. The server mounts and enforces these rows. The
 * client sends them, the documentation lists them, and the fuzzer attacks them. No other file knows
 * a path. The portal's build replaces this table by its wire columns: the browser loads no schema
 * library.
 */
export const calls = {
  runtimeConfiguration: get('/runtime-configuration/current/environment.json', 'anyone', {
    answer: z.object({
      Value: z.union([z.string(), z.record(z.string(), z.unknown())]),
      Encrypted: z.boolean().optional(),
    }),
    refusals: [],
  }),
  ...cookieCalls,
  ...accountCalls,
  ...avatarCalls,
  ...emailCalls,
  ...sessionCalls,
  ...loginCalls,
  ...partnerCalls,
  ...registrationCalls,
  ...passwordCalls,
  ...factorCalls,
  ...passkeyCalls,
  ...newsletterCalls,
  ...deletionCalls,
  ...connectionCalls,
  ...serviceCalls,
  ...siteCalls,
  ...securityCalls,
  ...surveyCalls,
  ...supportCalls,
} satisfies Record<string, Call>

type Calls = typeof calls
export type CallName = keyof Calls

export const callNames = Object.keys(calls) as CallName[]

type Part<N extends CallName, P extends 'path' | 'query' | 'body'> = Calls[N] extends {
  readonly input: { readonly [K in P]: infer S extends z.ZodType }
}
  ? { readonly [K in P]: z.output<S> }
  : unknown

/** The input of a call: `path`, `query` and `body`, each only where the call has it. */
export type InputOf<N extends CallName> = Part<N, 'path'> & Part<N, 'query'> & Part<N, 'body'>

export type AnswerOf<N extends CallName> = z.output<Calls[N]['answer']>

/** Refusals that every call may answer besides its own. */
export type AnyCallRefusal =
  | 'ERROR_ENROLMENT_REQUIRED'
  | 'ERROR_NOT_ALLOWED'
  | 'ERROR_TOO_MANY_ATTEMPTS'
  | 'ERROR_UNAVAILABLE'
  | 'ERROR_USER_IP_BANNED'
  | 'INVALID_REQUEST'

export type RefusalOf<N extends CallName> =
  | Extract<Calls[N]['refusals'][number], ErrorCode>
  | AnyCallRefusal
