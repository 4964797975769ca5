import type { LedgerAct } from '@gatehouse/contract/activity'
import type { Player } from '../../database/accounts/players.ts'
import { type LedgerEntry, type Requester, writeLedger } from '../../database/auth/ledger.ts'
import { afterCommit } from '../../database/transactions/inTransaction.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { CallContext } from '../../http/handler.ts'
import type { SecurityEvent } from '../../platform/observability/events.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { AuthServices } from '../authServices.ts'
import { revokeEverything } from './revokeEverything.ts'
import {
  type MailContext,
  type MailedPlayer,
  mailAbout,
  type SecurityMailWithin,
  securityMails,
} from './securityMails.ts'
import { type Acted, type Follows, type MailOf, securityActs } from './securityActs.ts'

interface ActContext {
  readonly deployment: Deployment
  readonly services: Pick<AuthServices, 'clock' | 'events' | 'log'>
  /** Null for acts without a request, and for operators. */
  readonly clientContext: Requester | null
  /** The security log, which has acts of requests. */
  readonly report?: CallContext<never, unknown>['report']
}

export type MailedActContext = ActContext & MailContext

type ContextOf<A extends LedgerAct> = [MailOf<A>] extends [never] ? ActContext : MailedActContext
type PlayerOf<A extends LedgerAct> = [MailOf<A>] extends [never] ? Pick<Player, 'id'> : MailedPlayer

/** The answer of `mayMail` before the transaction, where a mail of the act has a limit. */
type MailAsked<A extends LedgerAct> =
  Extract<MailOf<A>, SecurityMailWithin<'securityMails'>> extends never
    ? { readonly isMailed?: never }
    : { readonly isMailed: boolean }

/**
 * Records an act in its transaction, by its row of `securityActs`: revokes, writes the ledger,
 * notifies clients, and mails the player. Call it before the act gives something out, such as a new
 * password: a revocation would end that too.
 */
export async function recordAct<A extends LedgerAct>(
  context: ContextOf<A>,
  transaction: Executor,
  player: PlayerOf<A>,
  acted: { readonly act: A } & Acted<A> & MailAsked<A>,
): Promise<void> {
  const { deployment, services, clientContext, report } = context
  const of = { deployment: deployment.name, id: player.id }
  const { isMailed, actor = 'player', family = null, ...entry } = acted
  const row = securityActs[acted.act] as (acted: Acted) => Follows
  const { revokes: reason, endsOwn = false, events = [], mails = [], log } = row(acted)
  const at = services.clock.now()
  if (reason) await revokeEverything(transaction, of, reason, at, endsOwn ? null : family)
  const { id: playerId } = player
  const recorded = { deployment: of.deployment, playerId, at, actor, family }
  await writeLedger(transaction, { ...entry, ...recorded, requester: clientContext } as LedgerEntry)
  for (const event of events)
    await services.events.publish(transaction, deployment, { ...event, playerId })
  for (const mail of mails) {
    if (securityMails[mail.name].limit !== null && !isMailed) continue
    await mailAbout(context as MailedActContext, transaction, player as MailedPlayer, mail)
  }
  if (log && report)
    await afterCommit(transaction, services.log, () =>
      report<SecurityEvent>(log[0], playerId, log[1]),
    )
}
