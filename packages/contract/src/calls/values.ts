import * as z from 'zod'
import { carried, type CarriedName } from '../carried.ts'
import { cleanText, type KindOfText } from '../cleanText.ts'
import type { ErrorCode } from '../errors.ts'
import { bounds } from '../limits.ts'

/*
 * The value types of the wire. Each names the code of its refusal; without one the refusal is
 * INVALID_REQUEST under the field's name. An absent text is the empty text: the rule of the field
 * refuses it, not the parser.
 */

/** Control, direction and invisible characters, separators of lines, and lone surrogates. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
/** Of a cleaned text: joiners stay where letters need them. */
const hiddenInLine = /(?![\u200C\u200D])\p{Cf}|[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u
/** The same, without tab and line breaks. */
const hiddenInLines =
  // oxlint-disable-next-line no-control-regex -- finding control characters is the point
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Cs}/u
/** Players have passwords with every other sign; what cannot be seen does not count in them. */
const hiddenInPassword = /[\p{Cc}\p{Cs}]/u

const invalid = 'INVALID_REQUEST'

/** Codes that call a field empty: none is said of a text that is there and cannot be taken. */
const saysEmpty: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'ERROR_USERNAME_EMPTY',
  'ERROR_PASSWORD_EMPTY',
  'ERROR_FIRSTNAME_EMPTY',
  'ERROR_LASTNAME_EMPTY',
  'ERROR_EMAIL_EMPTY',
  'You must answer this question.',
])

const codeOfContent = (code: ErrorCode) => (saysEmpty.has(code) ? invalid : code)

/** A text, cleaned by its kind. What cannot be seen alone is refused: it is not nothing. */
function cleaned(kind: KindOfText, code: ErrorCode | undefined) {
  return z
    .string(code)
    .refine((typed) => typed.trim() === '' || cleanText(kind, typed) !== '', {
      error: code === undefined ? 'has invisible characters alone' : codeOfContent(code),
      abort: true,
    })
    .overwrite((typed) => cleanText(kind, typed))
}

/** One line that a program sends, trimmed. Without a code its refusals are sentences, for operators. */
export function line(max: number, code?: ErrorCode) {
  return z
    .string(code)
    .trim()
    .max(max, code ?? `is longer than ${max} characters`)
    .refine((value) => !hidden.test(value), code ?? 'has control or invisible characters')
}

/** One line that a program sends, trimmed; empty when it is absent. */
export function text(code: ErrorCode = invalid, max: number = bounds.text.max) {
  return line(max, code).default('')
}

/** One line that a person types, cleaned by its kind. Without a code its refusals are sentences. */
export function typedLine(kind: KindOfText, max: number, code?: ErrorCode) {
  const refusal = code === undefined ? undefined : codeOfContent(code)
  return cleaned(kind, code)
    .max(max, refusal ?? `is longer than ${max} characters`)
    .refine((value) => !hiddenInLine.test(value), refusal ?? 'has control or invisible characters')
}

/** One line that a person types, cleaned by its kind; empty when it is absent. */
export function typed(kind: KindOfText, code: ErrorCode = invalid, max: number = bounds.text.max) {
  return typedLine(kind, max, code).default('')
}

/** A value that an address brought along: one that does not fit counts as not given. */
export function broughtAlong(name: CarriedName) {
  return z
    .string(invalid)
    .default('')
    .transform((given) => carried(name, given))
}

/** Several lines that a person types, cleaned. */
export function lines(code: ErrorCode = invalid) {
  const refusal = codeOfContent(code)
  return cleaned('lines', code)
    .max(bounds.text.max, refusal)
    .refine((value) => !hiddenInLines.test(value), refusal)
    .default('')
}

/** The typed text, unchanged. */
export function password(code: ErrorCode = invalid) {
  const refusal = codeOfContent(code)
  return z
    .string(code)
    .max(bounds.passwordInput.max, refusal)
    .refine((value) => !hiddenInPassword.test(value), refusal)
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

/** The six digits of a mail, for a player whom the deployment requires to add a factor. */
export const enrolmentCode = typedLine('digits', 20, 'ERROR_CODE_INVALID').optional()

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
