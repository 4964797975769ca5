import * as z from 'zod'
import { carried, type CarriedName, hiddenInLine } from '../carried.ts'
import type { ErrorCode } from '../errors.ts'
import { bounds } from '../limits.ts'

/*
 * The value types of the wire. Each names the code of its refusal; without one the refusal is
 * INVALID_REQUEST under the field's name. An absent text is the empty text: the rule of the field
 * refuses it, not the parser.
 */

/** The same for passwords, of which players have some since these were the signs. */
const hidden =
  // oxlint-disable-next-line no-control-regex -- finding control characters is the point
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\p{Cs}/u
const hiddenInLines =
  // oxlint-disable-next-line no-control-regex -- as above, without tab and line breaks
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/u

const invalid = 'INVALID_REQUEST'

/** One line, trimmed. Without a code its refusals are sentences, for operators. */
export function line(max: number, code?: ErrorCode) {
  return z
    .string(code)
    .trim()
    .max(max, code ?? `is longer than ${max} characters`)
    .refine((value) => !hiddenInLine.test(value), code ?? 'has control or invisible characters')
}

/** One line, trimmed; empty when it is absent. */
export function text(code: ErrorCode = invalid, max: number = bounds.text.max) {
  return line(max, code).default('')
}

/** A value that an address brought along: one that does not fit counts as not given. */
export function broughtAlong(name: CarriedName) {
  return z
    .string(invalid)
    .default('')
    .transform((given) => carried(name, given))
}

/** Several lines, trimmed. */
export function lines(code: ErrorCode = invalid) {
  return z
    .string(code)
    .trim()
    .max(bounds.text.max, code)
    .refine((value) => !hiddenInLines.test(value), code)
    .default('')
}

/** The typed text, unchanged. */
export function password(code: ErrorCode = invalid) {
  return z
    .string(code)
    .max(bounds.passwordInput.max, code)
    .refine((value) => !hidden.test(value), code)
    .default('')
}

/** A secret from the server: an opaque token in the URL-safe alphabet. */
export function secret(code: ErrorCode = invalid) {
  return z
    .string(code)
    .max(200, code)
    .regex(/^[\w~.+/=-]*$/, code)
    .default('')
}

/** A value from an outside service, such as a captcha's token or a provider's code. */
export function foreign(code: ErrorCode = invalid) {
  return z
    .string(code)
    .max(8000, code)
    .regex(/^[\x20-\x7e]*$/, code)
    .default('')
}

/**
 * A field without which a call is refused in every deployment. An absent one counts as empty, and
 * the call's own rule refuses that; documentation calls it required.
 */
export function needed<S extends z.ZodType>(schema: S): S {
  return schema.meta({ needed: true })
}

/** An explicit yes or no. An absent value is refused. */
export function flag(code: ErrorCode = invalid) {
  return z.boolean(code)
}

/** A tick box. An absent value is no tick; other values than true and false are refused. */
export function tick(code: ErrorCode = invalid) {
  return z.boolean(code).default(false)
}

export function id(code: ErrorCode = invalid) {
  return z.int(code).positive(code)
}

/** `{userId}` of a path. Any value but a player's id is refused like an unknown player. */
export const userId = z
  .string('ERROR_NOT_ALLOWED')
  .regex(/^[1-9]\d{0,14}$/, 'ERROR_NOT_ALLOWED')
  .transform(Number)

/** The query of a page, passed on unchanged: one value a name. */
export const pageQuery = z.record(z.string().max(200), z.string().max(8000))

export const nothing = z.object({})

export const moment = z.iso.datetime()
