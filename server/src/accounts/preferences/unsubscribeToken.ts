import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import { derived, isSame } from '../../platform/crypto/secrets.ts'
import type { Keys } from '../../platform/crypto/serverKey.ts'

/** What one unsubscribe link ends: one player's subscription to one list. */
export interface Subscription {
  readonly deployment: string
  readonly playerId: number
  readonly listId: number
}

export type UnsubscribeToken =
  | { readonly outcome: 'valid'; readonly subscription: Subscription }
  | { readonly outcome: 'unknown' | 'expired' }

const purpose = 'unsubscribe'

/**
 * The token of a mailing's unsubscribe link, good for a year. It is signed and not kept: whoever has
 * the mail may end the subscription, as often as they like, and nothing else.
 */
export function unsubscribeTokenOf([key]: Keys, subscription: Subscription, now: Date): string {
  const { deployment, playerId, listId } = subscription
  const expires = Math.floor(after(now, lifetimes.unsubscribeLink).getTime() / 1000)
  const payload = JSON.stringify([deployment, playerId, listId, expires])
  return `${Buffer.from(payload).toString('base64url')}.${derived(key, purpose, payload)}`
}

/** Reads a token: `unknown` when it was not signed here, `expired` when its year is over. */
export function readUnsubscribeToken(keys: Keys, token: string, now: Date): UnsubscribeToken {
  const [encoded = '', signature = ''] = token.split('.')
  const payload = Buffer.from(encoded, 'base64url').toString('utf8')
  const isOurs = keys.some((key) => isSame(derived(key, purpose, payload), signature))
  if (!isOurs) return { outcome: 'unknown' }
  // Signed by us, so that it is what we wrote.
  const signed = JSON.parse(payload) as [string, number, number, number]
  const [deployment, playerId, listId, expires] = signed
  if (expires * 1000 <= now.getTime()) return { outcome: 'expired' }
  return { outcome: 'valid', subscription: { deployment, playerId, listId } }
}
