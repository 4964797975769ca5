import * as z from 'zod'
import type { CallName } from './calls.ts'
import { accountSchemas } from './schemas/account.ts'
import { connectionSchemas } from './schemas/connections.ts'
import { cookieSchemas } from './schemas/cookies.ts'
import { partnerSchemas } from './schemas/partner.ts'
import { profileSchemas } from './schemas/profile.ts'
import { registerSchemas } from './schemas/register.ts'
import { type CallSchema, row } from './schemas/row.ts'
import { sessionSchemas } from './schemas/session.ts'
import type { ErrorCode } from './errors.ts'

/**
 * Input, answer and refusals of every call, under the call's name. Only the server imports this by
 * value; the client takes its types, so that no schema library reaches the browser.
 */
export const schemas = {
  runtimeConfiguration: row({
    answer: z.object({
      Value: z.union([z.string(), z.record(z.string(), z.unknown())]),
      Encrypted: z.boolean().optional(),
    }),
    refusals: [],
  }),
  ...cookieSchemas,
  ...profileSchemas,
  ...sessionSchemas,
  ...partnerSchemas,
  ...registerSchemas,
  ...accountSchemas,
  ...connectionSchemas,
} satisfies Record<CallName, CallSchema>

export type Schemas = typeof schemas

type Part<N extends CallName, P extends 'path' | 'query' | 'body'> = Schemas[N] extends {
  readonly [K in P]: infer S extends z.ZodType
}
  ? { readonly [K in P]: z.output<S> }
  : unknown

/** What a call takes: `path`, `query` and `body`, each only where the call has it. */
export type InputOf<N extends CallName> = Part<N, 'path'> & Part<N, 'query'> & Part<N, 'body'>

export type AnswerOf<N extends CallName> = z.output<Schemas[N]['answer']>

/** Refusals that any call may answer besides its own. */
export type AnyCallRefusal =
  | 'ERROR_NOT_ALLOWED'
  | 'ERROR_TOO_MANY_ATTEMPTS'
  | 'ERROR_UNAVAILABLE'
  | 'ERROR_USER_IP_BANNED'
  | 'INVALID_REQUEST'

export type RefusalOf<N extends CallName> =
  | Extract<Schemas[N]['refusals'][number], ErrorCode>
  | AnyCallRefusal
