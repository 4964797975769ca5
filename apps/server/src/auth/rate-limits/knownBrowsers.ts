import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import type { Player } from '../../database/accounts/players.ts'
import { derived, isSame, newSecret } from '../../platform/crypto/secrets.ts'
import type { Keys } from '../../platform/crypto/serverKey.ts'

/*
 * A known browser carries a cookie that names its players and that only this server can write. It
 * grants nothing: it keeps attackers who guess passwords from locking the player out at home. One
 * browser may be known for several players.
 */

const playersOfOneBrowser = 5

interface KnownBrowser {
  readonly playerId: number
  readonly writtenAt: number
  readonly id: string
  readonly signature: string
}

/** The id of the browser for a player; null for an unknown browser. */
export function knownBrowserOf(
  keys: Keys,
  cookie: string | null,
  player: Pick<Player, 'deployment' | 'id' | 'trust_reset_at'>,
  now: Date,
): string | null {
  const entry = readCookie(cookie).find(({ playerId }) => playerId === player.id)
  if (!entry || !isOurs(keys, player.deployment, entry, now)) return null
  const forgottenAt = player.trust_reset_at?.getTime() ?? 0
  return entry.writtenAt < forgottenAt ? null : entry.id
}

/**
 * Since when a browser has been known for a player: its last log-in there, because each one writes another
 * note. Null for an unknown browser.
 */
export function knownSince(
  keys: Keys,
  cookie: string | null,
  player: Pick<Player, 'deployment' | 'id' | 'trust_reset_at'>,
  now: Date,
): Date | null {
  const id = knownBrowserOf(keys, cookie, player, now)
  const entry = readCookie(cookie).find((each) => each.id === id)
  return entry ? new Date(entry.writtenAt) : null
}

/**
 * The player who last logged in from this browser; null for an unknown browser. It is not known
 * whether the player has the browser forgotten since: enough for counting only.
 */
export function lastPlayerOf(
  keys: Keys,
  cookie: string | null,
  deployment: string,
  now: Date,
): number | null {
  return readCookie(cookie).find((entry) => isOurs(keys, deployment, entry, now))?.playerId ?? null
}

function isOurs(keys: Keys, deployment: string, entry: KnownBrowser, now: Date): boolean {
  if (after(new Date(entry.writtenAt), lifetimes.knownBrowser) <= now) return false
  return keys.some((key) => isSame(signatureOf(key, deployment, entry), entry.signature))
}

/** The id of a new note: another one at each log-in, so that a copied note does not count along. */
export function newKnownBrowserToken(): string {
  return newSecret().slice(0, 22)
}

/** The cookie with one more player, who has just logged in with this browser. */
export function withKnownBrowser(
  [key]: Keys,
  cookie: string | null,
  deployment: string,
  { playerId, id }: Pick<KnownBrowser, 'playerId' | 'id'>,
  now: Date,
): string {
  const fresh = { playerId, writtenAt: now.getTime(), id }
  const others = readCookie(cookie).filter((entry) => entry.playerId !== playerId)
  return [{ ...fresh, signature: signatureOf(key, deployment, fresh) }, ...others]
    .slice(0, playersOfOneBrowser)
    .map(({ playerId: about, writtenAt, id, signature }) =>
      [about, writtenAt, id, signature].join('.'),
    )
    .join('~')
}

function readCookie(cookie: string | null): KnownBrowser[] {
  if (cookie === null) return []
  return cookie.split('~').flatMap((text) => {
    const match = /^(\d{1,15})\.(\d{13})\.([\w-]{22})\.([\w-]{43})$/.exec(text)
    if (!match) return []
    const [, playerId, writtenAt, id = '', signature = ''] = match
    return [{ playerId: Number(playerId), writtenAt: Number(writtenAt), id, signature }]
  })
}

function signatureOf(
  key: Buffer,
  deployment: string,
  entry: Omit<KnownBrowser, 'signature'>,
): string {
  return derived(key, `browser ${deployment}`, `${entry.playerId}.${entry.writtenAt}.${entry.id}`)
}
