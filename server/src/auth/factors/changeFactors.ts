import { publishCredentials, publishSessionsRevoked } from '../../webhooks/accessEvents.ts'
import { findById, type Player } from '../../database/accounts/players.ts'
import { endSecondSteps, endTrust } from '../../database/auth/endOpenProofs.ts'
import { writeFactors } from '../../database/auth/factors.ts'
import { type LedgerEntry, writeLedger } from '../../database/auth/ledger.ts'
import { factorBits } from '../../database/schema/values.ts'
import { inTransaction } from '../../database/connection/inTransaction.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { refuse } from '../../platform/apiError.ts'
import { distrust } from '../distrust/distrust.ts'
import type { AuthContext } from '../services/handler.ts'
import { lockCaller } from '../session/lockCaller.ts'
import { type ProvenAct, requireRecentAuth } from '../verification/requireRecentAuth.ts'
import { mailAbout, mayMail, type SecurityMailWithin } from '../notices/securityMails.ts'

export type FactorContext = Pick<
  AuthContext<'setTwoStep'>,
  'deployment' | 'rules' | 'services' | 'caller' | 'clientContext' | 'response' | 'report'
>

type Act = Extract<
  LedgerEntry['act'],
  'app-added' | 'app-removed' | 'codes-made' | 'two-step-on' | 'two-step-off'
>

/** What clients learn of an act. */
const publishedAs = {
  'app-added': { kind: 'app', change: 'create' },
  'app-removed': { kind: 'app', change: 'revoke' },
  'codes-made': { kind: 'codes', change: 'create' },
  'two-step-on': { kind: 'two_step', change: 'create' },
  'two-step-off': { kind: 'two_step', change: 'revoke' },
} as const satisfies Readonly<Record<Act, object>>

/** An act of the ledger with what the player reads of it. */
type Acted = { [A in Act]: { readonly act: A; readonly shown: Shown<A> } }[Act]
type Shown<A extends Act> = Extract<LedgerEntry, { readonly act: A }>['shown']

export interface FactorChange<T> {
  readonly answer: T
  /** The player's factors from now on, as `factorBits` reads them. */
  readonly factors: number
  readonly acts: readonly Acted[]
  readonly mails: readonly SecurityMailWithin<'securityMails'>[]
}

/** Refuses a caller who may not change factors: a partner proves its players, and the proof is fresh. */
export async function requireOwner(context: FactorContext, act: ProvenAct): Promise<Player> {
  const { deployment, services, caller } = context
  const player = await findById(services.database.kysely, deployment.name, caller.player_id)
  if (!player || player.auth_type === 2 || caller.partner !== null) {
    throw refuse('ERROR_NOT_ALLOWED')
  }
  requireRecentAuth(context, act)
  return player
}

/** Refuses where strong sign-in is neither offered nor in use: nothing was read yet. */
export function requireOffered({ rules, caller }: Pick<FactorContext, 'rules' | 'caller'>): void {
  if (!rules.offersStrongSignIn && caller.factors === 0) throw refuse('ERROR_NOT_ALLOWED')
}

/**
 * Changes the caller's factors in one transaction with their ledger and mails. Where the second step is
 * switched on, every other session ends: it never saw one. Where something was removed or switched, no
 * browser is trusted any more, and no log-in goes on that began before.
 */
export async function changeFactors<T>(
  context: FactorContext,
  change: (transaction: Executor, player: Player, at: Date) => Promise<FactorChange<T>>,
): Promise<T> {
  const { deployment, services, caller, clientContext, response, report } = context
  const { name } = deployment
  const isMailed = await mayMail(context, caller.email, 'securityMails')
  const { answer, acts } = await inTransaction(services.database.kysely, async (transaction) => {
    const at = services.clock.now()
    const player = await lockCaller(transaction, deployment, caller)
    if (!player) throw refuse('ERROR_NOT_ALLOWED')
    const changed = await change(transaction, player, at)
    const bits = {
      with: changed.factors & ~player.factors,
      without: player.factors & ~changed.factors,
      since: at,
    }
    await writeFactors(transaction, name, player.id, bits)
    const isSwitchedOn = (bits.with & factorBits.twoStep) !== 0
    if (isSwitchedOn) {
      await distrust(transaction, player, 'two-step-on', at, caller.family)
      await publishSessionsRevoked(services, transaction, deployment, player.id)
    }
    if (bits.without !== 0 || changed.acts.some(({ act }) => act === 'app-removed')) {
      await endTrust(transaction, name, player.id, at)
      await endSecondSteps(transaction, name, player.id, at)
    }
    for (const acted of changed.acts) {
      await note(context, transaction, acted, at)
      const published = { playerId: player.id, ...publishedAs[acted.act] }
      await publishCredentials(services, transaction, deployment, published)
    }
    for (const mail of isMailed ? changed.mails : []) {
      await mailAbout(services, transaction, deployment, player, mail, clientContext)
    }
    return changed
  })
  // This browser stays known: the others were forgotten with their sessions.
  if (acts.some(({ act }) => act === 'two-step-on')) {
    response.setKnownBrowserCookie(caller.player_id)
  }
  for (const { act } of acts) report('factors.changed', undefined, { act })
  return answer
}

async function note(
  { deployment, caller, clientContext }: FactorContext,
  transaction: Executor,
  acted: Acted,
  at: Date,
): Promise<void> {
  await writeLedger(transaction, {
    ...acted,
    deployment: deployment.name,
    playerId: caller.player_id,
    at,
    actor: 'player',
    visitor: clientContext,
    family: caller.family,
  })
}
