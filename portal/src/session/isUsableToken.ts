import type { Token } from '@gatehouse/contract/entities'

/** True if a token opens a session now. A moment without offset is UTC; an unreadable one is past. */
export function isUsableToken(token: Token, now: Date): boolean {
  if (!token.Validated || token.Refreshed || token.Value === '') return false
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/i.test(token.ExprireAt)
  const expiry = Date.parse(hasOffset ? token.ExprireAt : `${token.ExprireAt}Z`)
  return expiry > now.getTime()
}
