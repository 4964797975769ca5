import { type CallName, calls } from '@gatehouse/contract/calls'
import { type ErrorItem, errorItem, isErrorCode } from '@gatehouse/contract/errors'
import { type InputOf, schemas } from '@gatehouse/contract/schemas'
import type { CallSchema } from '@gatehouse/contract/schemas/row'
import type * as z from 'zod'
import { ApiError, refuse } from '../platform/apiError.ts'

/** What arrived, before anything is believed of it. */
export interface RawInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

export interface ParsedInput<N extends CallName> {
  readonly input: InputOf<N>
  readonly faults: readonly ErrorItem[]
}

/** Fields whose faults are shown under another name than their own; '' is the general place. */
const shownAt: Readonly<Record<string, string>> = {
  Confirm: 'ConfirmPassword',
  email: 'Email',
  AccessKeyValue: '',
  ReCAPTCHAToken: '',
  Token: '',
  Uid: '',
  VerificationCode: '',
  SteamId: '',
}

/**
 * Reads the input of a call by its row. Faults of the body's fields are told with the input in which
 * those fields count as absent; anything else that is wrong throws its Refusal.
 */
export function parseInput<N extends CallName>(name: N, raw: RawInput): ParsedInput<N> {
  const schema: CallSchema = schemas[name]
  const read: Record<string, unknown> = {}
  if (schema.path) read['path'] = readGeneral(schema.path, raw.params)
  if (schema.query) read['query'] = readGeneral(schema.query, raw.query)
  const { body, faults } = readBody(name, schema, raw.body)
  return { input: { ...read, ...(schema.body ? { body } : {}) } as InputOf<N>, faults }
}

function readGeneral(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  throw new ApiError([generalFault(parsed.error)])
}

function generalFault(error: z.ZodError): ErrorItem {
  const code = error.issues.map((issue) => issue.message).find(isErrorCode)
  return errorItem(code ?? 'INVALID_REQUEST', '')
}

function readBody(name: CallName, schema: CallSchema, given: unknown) {
  if (!schema.body) return { body: undefined, faults: [] }
  const takesNothing = 'shape' in schema.body && Object.keys(schema.body.shape).length === 0
  const value = given === undefined && takesNothing ? {} : given
  if (calls[name].method === 'POST' && !isPlainObject(value)) throw refuse('INVALID_REQUEST')
  const parsed = schema.body.safeParse(value)
  if (parsed.success) return { body: parsed.data, faults: [] }
  const faulty = new Set(parsed.error.issues.map((issue) => String(issue.path[0] ?? '')))
  const faults = itemsOf(parsed.error)
  const rest = Object.entries(value as object).filter(([field]) => !faulty.has(field))
  const withoutFaulty = schema.body.safeParse(Object.fromEntries(rest))
  // A field without a value for its absence: the handler could not run at all.
  if (!withoutFaulty.success) throw new ApiError(faults)
  return { body: withoutFaulty.data, faults }
}

/** One item a property, with the first code that a rule of the field names. */
function itemsOf(error: z.ZodError): readonly ErrorItem[] {
  const items = new Map<string, ErrorItem>()
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? '')
    const property = shownAt[field] ?? field
    const code = isErrorCode(issue.message) ? issue.message : 'INVALID_REQUEST'
    if (!items.has(property)) items.set(property, errorItem(code, property))
  }
  return [...items.values()]
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
