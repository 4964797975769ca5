import { lifetimes } from '@gatehouse/contract/limits'
import { type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { type ArtifactFound, findArtifact } from '../../database/oidc/oidcArtifacts.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { after } from '../../platform/clock.ts'
import { derived, hashOf } from '../../platform/crypto/secrets.ts'
import type { Keys } from '../../platform/crypto/serverKey.ts'

/*
 * A refresh token that is used twice within some seconds answers with the same successor: two tabs, two
 * servers. While the successor is unused it does so for two minutes: a lost answer. The successor derives from the token under a key of the server, so that
 * every server finds it and no database has it.
 */

/** A client that refreshes more often in a few seconds is broken; this bounds the reads of one. */
const maxChain = 20

/** The successors that were there before the library makes them, by their request. */
const known = new WeakMap<KoaContextWithOIDC, string>()

function successorBy(key: Buffer, deployment: string, token: string): string {
  return derived(key, `refresh token of ${deployment}`, token)
}

/** From when on a use counts as the same as one that is made now. */
export function repeatedSince(now: Date): Date {
  return after(now, -lifetimes.refreshGrace)
}

/** The token that follows a rotated one in this request. */
export function nextRefreshToken(
  ctx: KoaContextWithOIDC,
  [key]: Keys,
  deployment: string,
  token: string,
): string {
  return known.get(ctx) ?? successorBy(key, deployment, token)
}

interface Presented {
  readonly token: string
  readonly found: ArtifactFound
}

interface Place {
  readonly executor: Executor
  readonly keys: Keys
  readonly deployment: string
  readonly now: Date
}

/**
 * The token that a presented refresh token stands for: itself; or, when it was used a moment ago, the
 * last of those that were used after it, as if it were not used yet. A token that was used earlier stays
 * used, and so does one whose successor was used more than a moment after it.
 */
export async function resolveRotatedToken(place: Place, presented: Presented): Promise<Presented> {
  let last = presented
  const atOnce = after(place.now, -lifetimes.refreshAtOnce)
  for (let steps = 0; steps < maxChain && wasUsedSince(repeatedSince(place.now)); steps += 1) {
    const next = await successorOf(place, last.token)
    if (!next) break
    if (next.found.consumed_at === null) {
      if (Provider.ctx) known.set(Provider.ctx, next.token)
      break
    }
    // Its client has the answer: but for another tab at the same moment, nobody needs it again.
    if (!wasUsedSince(atOnce)) return last
    last = next
  }
  if (!wasUsedSince(repeatedSince(place.now))) return last
  return { ...last, found: { ...last.found, consumed_at: null } }

  function wasUsedSince(since: Date): boolean {
    const { consumed_at } = last.found
    return consumed_at !== null && consumed_at >= since
  }
}

/** The successor of a token, which any of the keys may have made. */
async function successorOf(
  { executor, keys, deployment, now }: Place,
  token: string,
): Promise<Presented | undefined> {
  for (const key of keys) {
    const successor = successorBy(key, deployment, token)
    const idHash = hashOf(successor)
    const found = await findArtifact(executor, { deployment, model: 'RefreshToken', idHash }, now)
    if (found) return { token: successor, found }
  }
  return undefined
}
