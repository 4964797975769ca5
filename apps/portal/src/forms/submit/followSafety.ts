import { paths } from '@gatehouse/contract/routes'
import type { Portal } from '../../context/portal.ts'
import { refusedItems } from './FormError.ts'

/**
 * Goes where a second factor opens a frozen account, or stops what froze it. False where the refusal of a
 * log-in brings no link for that.
 */
export function followSafety({ go }: Portal, error: unknown): boolean {
  const secret = refusedItems(error)?.[0]?.Safety?.Link
  if (!secret) return false
  go(paths.accountSafety, { secret, replace: true })
  return true
}
