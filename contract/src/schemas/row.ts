import type * as z from 'zod'
import type { ErrorCode } from '../errors.ts'

/** What a call takes, answers and refuses. Parts that a call does not have are left out. */
export interface CallSchema {
  readonly path?: z.ZodObject
  readonly query?: z.ZodObject | z.ZodRecord
  readonly body?: z.ZodObject | z.ZodRecord
  readonly answer: z.ZodType
  /** 201 when the call makes something; 200 otherwise. */
  readonly status?: 201
  /** Codes beyond those that any call may answer. */
  readonly refusals: readonly ErrorCode[]
}

/** Checks a row without widening it. */
export function row<const S extends CallSchema>(schema: S): S {
  return schema
}

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
