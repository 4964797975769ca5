import type { LedgerAct } from '@gatehouse/contract/activity'
import type { Player } from '../../database/accounts/players.ts'
import {
  earliestChange,
  type LedgerEntry,
  type Requester,
  writeLedger,
} from '../../database/auth/ledger.ts'
import { afterCommit } from '../../database/transactions/inTransaction.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { CallContext } from '../../http/handler.ts'
import { refuse } from '../../platform/apiError.ts'
import { after, secondsUntil } from '../../platform/clock.ts'
import type { SecurityEvent } from '../../platform/observability/events.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import type { AuthServices } from '../authServices.ts'
import { linksBefore, sealBefore } from './past.ts'
import { revokeEverything, whatEnds } from './revokeEverything.ts'
import { type MailContext, type MailedPlayer, mailAbout } from './securityMails.ts'
import {
  type ActedBy,
  type Follows,
  type MailedActed,
  type QuietActed,
  securityActs,
} from './securityActs.ts'

const day = 24 * 3600
/** Changes that a player makes of an account in a day. */
const mostChangesADay = 300

interface ActContext {
  readonly deployment: Deployment
  readonly services: Pick<AuthServices, 'clock' | 'events' | 'key' | 'log'>
  /** Null for acts without a request, and for operators. */
  readonly clientContext: Requester | null
  /** The security log, which has acts of requests. */
  readonly report?: CallContext<never, unknown>['report']
}

export type MailedActContext = ActContext & MailContext

/**
 * Records an act in its transaction, by its row of `securityActs`: revokes, writes the ledger and
 * notifies clients. Call it before the act gives something out, such as a new password: a revocation
 * would end that too.
 */
export async function recordAct(
  context: ActContext,
  transaction: Executor,
  player: Pick<Player, 'id'>,
  acted: QuietActed,
): Promise<void> {
  await record(context, transaction, player, acted)
}

/** Records an act as `recordAct` does, and mails the player. */
export async function recordMailedAct(
  context: MailedActContext,
  transaction: Executor,
  player: MailedPlayer,
  acted: MailedActed,
): Promise<void> {
  const { mails = [] } = await record(context, transaction, player, acted)
  // Only an act whose mails have a limit says whether they are within it.
  if (acted.isMailed === false) return
  for (const mail of mails) await mailAbout(context, transaction, player, mail)
}

async function record(
  { deployment, services, clientContext, report }: ActContext,
  transaction: Executor,
  { id: playerId }: Pick<Player, 'id'>,
  acted: QuietActed | MailedActed,
): Promise<Follows> {
  const { actor = 'player', family = null } = acted
  const follows = followsOf(acted)
  const { revokes: reason, endsOwn = false, events = [], log } = follows
  const of = { deployment: deployment.name, id: playerId }
  const at = services.clock.now()
  const before = {
    // The services that this ends as ways in.
    ...(reason && whatEnds[reason].serviceWays && (await linksBefore(transaction, of))),
    ...acted.before,
  }
  if (reason) await revokeEverything(transaction, of, reason, at, endsOwn ? null : family)
  const isEmpty = Object.keys(before).length === 0
  // Nobody hides an act behind thousands of others. A freeze closes, and a mail counts by its own limit.
  if (!isEmpty && actor === 'player' && acted.act !== 'frozen') {
    const earliest = await earliestChange(transaction, of, after(at, -day), mostChangesADay)
    if (earliest)
      throw refuse('ERROR_TOO_MANY_ATTEMPTS', {
        retryAfter: secondsUntil(after(earliest, day), at),
      })
  }
  const sealed = isEmpty ? null : sealBefore(before, services.key.ledger)
  const recorded = { deployment: deployment.name, playerId, at, actor, family, before: sealed }
  const entry: LedgerEntry = { ...acted, ...recorded, requester: clientContext }
  await writeLedger(transaction, entry)
  for (const event of events)
    await services.events.publish(transaction, deployment, { ...event, playerId })
  if (log && report)
    await afterCommit(transaction, services.log, () =>
      report<SecurityEvent>(log[0], playerId, log[1]),
    )
  return follows
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties an act to its own row
function followsOf<A extends LedgerAct>(acted: ActedBy[A]): Follows {
  return securityActs[acted.act](acted)
}
