import type { ErrorItem } from '@gatehouse/contract/errorItems'
import { errorItem, isErrorCode } from '@gatehouse/contract/errors'
import type { Call, CallInput } from '@gatehouse/contract/calls/row'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { ApiError, refuse } from '../platform/apiError.ts'

/** The parts of a request before any check. */
export type RawInput = Pick<FastifyRequest, 'params' | 'query' | 'body'>

/** Fields whose errors are shown under another name than their own; '' is the general place. */
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
 * Reads the input of a call by its row. Errors of single fields of the body come back beside the
 * input, in which those fields count as absent. Every other error throws an ApiError.
 */
export function parseInput(
  { method, input: schema = {} }: Pick<Call, 'method' | 'input'>,
  raw: RawInput,
): { readonly input: object; readonly inputErrors: readonly ErrorItem[] } {
  const read: Record<string, unknown> = {}
  if (schema.path) read['path'] = readGeneral(schema.path, raw.params)
  if (schema.query) read['query'] = readGeneral(schema.query, raw.query)
  const { body, inputErrors } = readBody(method, schema, raw.body)
  return { input: { ...read, ...(schema.body ? { body } : {}) }, inputErrors }
}

function readGeneral(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const code = parsed.error.issues.map((issue) => issue.message).find(isErrorCode)
  throw new ApiError([errorItem(code ?? 'INVALID_REQUEST', '')])
}

function readBody(method: Call['method'], schema: CallInput, given: unknown) {
  if (!schema.body) return { body: undefined, inputErrors: [] }
  const takesNothing = 'shape' in schema.body && Object.keys(schema.body.shape).length === 0
  const value = given === undefined && takesNothing ? {} : given
  if (method === 'POST' && !isPlainObject(value)) throw refuse('INVALID_REQUEST')
  const parsed = schema.body.safeParse(value)
  if (parsed.success) return { body: parsed.data, inputErrors: [] }
  const invalid = new Set(parsed.error.issues.map((issue) => String(issue.path[0] ?? '')))
  const inputErrors = itemsOf(parsed.error)
  const rest = Object.entries(value as object).filter(([field]) => !invalid.has(field))
  const withoutInvalid = schema.body.safeParse(Object.fromEntries(rest))
  // The field has no default value, so the handler could not run at all.
  if (!withoutInvalid.success) throw new ApiError(inputErrors)
  return { body: withoutInvalid.data, inputErrors }
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

/**
 * Refuses queries that two readers would read in two ways: a repeated parameter, a list, a broken escape,
 * a NUL.
 */
export function refuseAmbiguousQuery(request: FastifyRequest): void {
  const parameters = Object.entries(request.query as Record<string, unknown>)
  const query = request.url.slice(request.url.indexOf('?') + 1)
  const isAmbiguous = parameters.some(
    ([name, value]) =>
      typeof value !== 'string' || /[[\]]/.test(name) || `${name}${value}`.includes('\0'),
  )
  if (isAmbiguous || !isDecodable(query)) throw refuse('INVALID_REQUEST')
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
