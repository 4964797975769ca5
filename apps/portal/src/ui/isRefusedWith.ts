import { CallError } from '@gatehouse/client/client'
import type { ErrorCode } from '@gatehouse/contract/errors'

/** True for an answer that refuses a call with this code, besides others. */
export function isRefusedWith(error: unknown, code: ErrorCode): boolean {
  const items = error instanceof CallError ? error.body?.ErrorMessages : undefined
  return items?.some(({ ErrorMessage }) => ErrorMessage === code) === true
}
