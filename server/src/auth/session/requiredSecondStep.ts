import type { SignInMethod } from '@gatehouse/contract/activity'
import type { SecondFactor, SecondStep } from '@gatehouse/contract/errorItems'
import { lifetimes } from '@gatehouse/contract/limits'
import { insertSecondStep } from '../../database/auth/secondSteps.ts'
import { useTrust } from '../../database/auth/trustedBrowsers.ts'
import type { Player } from '../../database/accounts/players.ts'
import { factorBits } from '../../database/schema/values.ts'
import { afterCommit } from '../../database/transactions/inTransaction.ts'
import type { Database } from '../../database/pool/openDatabase.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { ClientContext } from '../../http/clientContext.ts'
import type { CallResponse } from '../../http/callResponse.ts'
import { after, type Clock } from '../../platform/clock.ts'
import { addPlayerPrefix } from '../../platform/crypto/playerSecret.ts'
import { hashOf, newSecret } from '../../platform/crypto/secrets.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'
import type { EventLog } from '../../platform/observability/events.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { trustHashOf } from './trust.ts'

interface Context {
  readonly deployment: Deployment
  readonly services: {
    readonly clock: Clock
    readonly database: Database
    readonly key: ServerKey
    readonly log: EventLog
  }
  readonly clientContext: ClientContext
  readonly response: CallResponse
}

interface Proven {
  readonly methods: readonly SignInMethod[]
  readonly clientId: string
  /** Of the note that the browser gets with its session; null without one. */
  readonly browserHash: Buffer | null
}

/** Methods that are a second factor, or both factors at once. */
export const multiFactorMethods: ReadonlySet<SignInMethod> = new Set(['pk', 'pk2', 'otp', 'rec'])

/** The second factors of a player, the strongest first. */
export function secondFactorsOf(factors: number): readonly SecondFactor[] {
  const ways: SecondFactor[] = []
  if ((factors & factorBits.passkey) !== 0) ways.push('passkey')
  if ((factors & factorBits.app) !== 0) ways.push('totp')
  if ((factors & factorBits.recoveryCodes) !== 0) ways.push('recovery-code')
  return ways
}

/**
 * What a proven player still owes: a second step, or nothing. A browser that the player trusts is not
 * asked, which the methods of its session say.
 */
export async function requiredSecondStep(
  context: Context,
  transaction: Executor | null,
  player: Pick<Player, 'id' | 'factors'>,
  { methods, clientId, browserHash }: Proven,
): Promise<{ readonly methods: readonly SignInMethod[] } | { readonly step: SecondStep }> {
  const isAsked = (player.factors & factorBits.twoStep) !== 0
  if (!isAsked || methods.some((method) => multiFactorMethods.has(method))) return { methods }
  const executor = transaction ?? context.services.database.kysely
  if (await isTrusted(context, executor, player.id, browserHash)) {
    return { methods: [...methods, 'tb'] }
  }
  return { step: await beginStep(context, transaction, player, { methods, clientId }) }
}

async function isTrusted(
  { deployment, services: { key, clock }, clientContext }: Context,
  executor: Executor,
  playerId: number,
  browserHash: Buffer | null,
): Promise<boolean> {
  if (!mayTrust(deployment)) return false
  const tokenHash = trustHashOf(key, clientContext.trustCookie, playerId)
  if (tokenHash === null) return false
  const trust = { deployment: deployment.name, playerId, tokenHash }
  return useTrust(executor, trust, browserHash, clock.now())
}

/** Whether a deployment lets players trust browsers: without a cookie there is nothing to know one by. */
export function mayTrust({ trustDays, sessionBinding }: Deployment): boolean {
  return trustDays > 0 && sessionBinding !== 'none'
}

/** The handle opens nothing by itself: the secret that makes it useful is in the browser's cookie. */
async function beginStep(
  { deployment, services: { key, clock, database, log }, response }: Context,
  transaction: Executor | null,
  { id: playerId, factors }: Pick<Player, 'id' | 'factors'>,
  { methods, clientId }: Omit<Proven, 'browserHash'>,
): Promise<SecondStep> {
  const now = clock.now()
  const expiresAt = after(now, lifetimes.secondStep)
  const handle = addPlayerPrefix(key.players['second step'][0], playerId, newSecret())
  const secret = newSecret()
  await insertSecondStep(
    transaction ?? database.kysely,
    {
      deployment: deployment.name,
      playerId,
      handleHash: hashOf(handle),
      browserHash: deployment.sessionBinding === 'none' ? null : hashOf(secret),
      methods,
      clientId,
      expiresAt,
    },
    now,
  )
  await afterCommit(transaction, log, () => response.setStepCookie(secret))
  return {
    Handle: handle,
    Ways: secondFactorsOf(factors),
    ExpiresAt: expiresAt.toISOString(),
    MayTrust: mayTrust(deployment),
    TrustDays: mayTrust(deployment) ? deployment.trustDays : 0,
  }
}
