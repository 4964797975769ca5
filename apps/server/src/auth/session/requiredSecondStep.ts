import type { SignInMethod } from '@gatehouse/contract/activity'
import type { SecondFactor, SecondStep } from '@gatehouse/contract/errorItems'
import { lifetimes } from '@gatehouse/contract/limits'
import { hasSyncedPasskey } from '../../database/auth/passkeys.ts'
import { useTrust } from '../../database/auth/trustedBrowsers.ts'
import type { Player } from '../../database/accounts/players.ts'
import { factorBits } from '../../database/schema/values.ts'
import { afterCommit } from '../../database/transactions/inTransaction.ts'
import { type Executor, insertRow } from '../../database/schema/executor.ts'
import { after } from '../../platform/clock.ts'
import { addPlayerPrefix, readPlayerPrefix } from '../../platform/crypto/playerSecret.ts'
import { hashOf, newSecret } from '../../platform/crypto/secrets.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import type { AuthCall, AuthServices } from '../authServices.ts'
import { multiFactorMethods } from './livingSession.ts'

type Context = Pick<AuthCall, 'deployment' | 'clientContext' | 'response'> & {
  readonly services: Pick<AuthServices, 'clock' | 'database' | 'key' | 'log'>
}

interface Authenticated {
  readonly methods: readonly SignInMethod[]
  readonly clientId: string
  /** Of the note that the browser gets with its session; null without one. */
  readonly browserHash: Buffer | null
}

/** The second factors of a player, the strongest first. */
export function secondFactorsOf(factors: number): readonly SecondFactor[] {
  const ways: SecondFactor[] = []
  if ((factors & factorBits.passkey) !== 0) ways.push('passkey')
  if ((factors & factorBits.app) !== 0) ways.push('totp')
  if ((factors & factorBits.recoveryCodes) !== 0) ways.push('recovery-code')
  return ways
}

/**
 * The second step that an authenticated player still owes, or the methods of the session if none. A
 * browser that the player trusts is not asked, which the methods say.
 */
export async function requiredSecondStep(
  context: Context,
  transaction: Executor | null,
  player: Pick<Player, 'id' | 'factors'>,
  { methods, clientId, browserHash }: Authenticated,
): Promise<{ readonly methods: readonly SignInMethod[] } | { readonly step: SecondStep }> {
  if (!owesSecondStep(player, methods)) return { methods }
  const executor = transaction ?? context.services.database.kysely
  if (await isTrusted(context, executor, player.id, browserHash)) {
    return { methods: [...methods, 'tb'] }
  }
  return { step: await beginStep(context, transaction, player, { methods, clientId }) }
}

/** True if a player who was authenticated by these methods has switched a second step on. */
export function owesSecondStep(
  { factors }: Pick<Player, 'factors'>,
  methods: readonly SignInMethod[],
): boolean {
  const isAsked = (factors & factorBits.twoStep) !== 0
  return isAsked && !methods.some((method) => multiFactorMethods.has(method))
}

async function isTrusted(
  { deployment, services: { key, clock }, clientContext }: Context,
  executor: Executor,
  playerId: number,
  browserHash: Buffer | null,
): Promise<boolean> {
  if (!mayTrust(deployment)) return false
  const tokenHash = trustHashOf(key, clientContext.cookie('trust'), playerId)
  if (tokenHash === null) return false
  const trust = { deployment: deployment.name, playerId, tokenHash }
  return useTrust(executor, trust, browserHash, clock.now())
}

/** Returns whether players may trust browsers: without a cookie there is nothing to know one by. */
export function mayTrust({ trustDays, sessionBinding }: Deployment): boolean {
  return trustDays > 0 && sessionBinding !== 'none'
}

/** The handle alone opens nothing: the secret that makes it useful is in the browser's cookie. */
async function beginStep(
  { deployment, services: { key, clock, database, log }, response }: Context,
  transaction: Executor | null,
  { id: playerId, factors }: Pick<Player, 'id' | 'factors'>,
  { methods, clientId }: Omit<Authenticated, 'browserHash'>,
): Promise<SecondStep> {
  const now = clock.now()
  const expiresAt = after(now, lifetimes.secondStep)
  const handle = addPlayerPrefix(key.players['second step'][0], playerId, newSecret())
  const secret = newSecret()
  const step = {
    deployment: deployment.name,
    player_id: playerId,
    handle_hash: hashOf(handle),
    browser_hash: deployment.sessionBinding === 'none' ? null : hashOf(secret),
    methods: [...methods],
    client_id: clientId,
    created_at: now,
    expires_at: expiresAt,
  }
  await insertRow(transaction ?? database.kysely, 'second_steps', step)
  await afterCommit(transaction, log, () => response.set('step', secret))
  return {
    Handle: handle,
    Ways: await inOrder(transaction ?? database.kysely, deployment.name, { playerId, factors }),
    ExpiresAt: expiresAt.toISOString(),
    MayTrust: mayTrust(deployment),
    TrustDays: mayTrust(deployment) ? deployment.trustDays : 0,
  }
}

/** A passkey of one device can do nothing on another one: an app, which a player carries, comes first. */
async function inOrder(
  executor: Executor,
  deployment: string,
  { playerId, factors }: { readonly playerId: number; readonly factors: number },
): Promise<readonly SecondFactor[]> {
  const ways = secondFactorsOf(factors)
  const isOpen = ways.includes('passkey') && ways.includes('totp')
  if (!isOpen || (await hasSyncedPasskey(executor, deployment, playerId))) return ways
  return ['totp', ...ways.filter((way) => way !== 'totp')]
}

/*
 * Players skip their second step in a trusted browser: one secret a player, in one cookie. It
 * proves nothing else, and a session that it opened is no stronger than its password.
 */

const playersOfOneBrowser = 5

/**
 * The hash of a player's own secret in the cookie; null for a browser that the player never
 * trusted.
 */
export function trustHashOf(
  key: ServerKey,
  cookie: string | null,
  playerId: number,
): Buffer | null {
  const keys = key.players['trusted browser']
  const own = entriesOf(cookie).find((entry) => readPlayerPrefix(keys, entry) === playerId)
  return own === undefined ? null : hashOf(own)
}

/** A player's new secret, and the cookie with it. */
export function newTrust(key: ServerKey, cookie: string | null, playerId: number) {
  const keys = key.players['trusted browser']
  const secret = addPlayerPrefix(keys[0], playerId, newSecret())
  const others = entriesOf(cookie).filter((entry) => readPlayerPrefix(keys, entry) !== playerId)
  return {
    tokenHash: hashOf(secret),
    cookie: [secret, ...others].slice(0, playersOfOneBrowser).join('~'),
  }
}

function entriesOf(cookie: string | null): readonly string[] {
  return (cookie ?? '').split('~').filter((entry) => /^[\w-]{67}$/.test(entry))
}
