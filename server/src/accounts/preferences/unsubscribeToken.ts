import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import { derived, isSame } from '../../platform/crypto/secrets.ts'
import type { Keys } from '../../platform/crypto/serverKey.ts'

/** The subscription that one link ends: one player's to one list. */
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
 * Makes the token of a mailing's unsubscribe link, valid for a year. It is signed and not stored:
 * the reader of the mail may end this subscription repeatedly and do nothing else.
 */
export function unsubscribeTokenOf([key]: Keys, subscription: Subscription, now: Date): string {
  const { deployment, playerId, listId } = subscription
  const expires = Math.floor(after(now, lifetimes.unsubscribeLink).getTime() / 1000)
  const payload = JSON.stringify([deployment, playerId, listId, expires])
  return `${Buffer.from(payload).toString('base64url')}.${derived(key, purpose, payload)}`
}

/** Reads a token: `unknown` without our signature, `expired` after its year. */
export function readUnsubscribeToken(keys: Keys, token: string, now: Date): UnsubscribeToken {
  const [encoded = '', signature = ''] = token.split('.')
  const payload = Buffer.from(encoded, 'base64url').toString('utf8')
  const isOurs = keys.some((key) => isSame(derived(key, purpose, payload), signature))
  if (!isOurs) return { outcome: 'unknown' }
  // The signature proves that this server wrote the payload.
  const signed = JSON.parse(payload) as [string, number, number, number]
  const [deployment, playerId, listId, expires] = signed
  if (expires * 1000 <= now.getTime()) return { outcome: 'expired' }
  return { outcome: 'valid', subscription: { deployment, playerId, listId } }
}
