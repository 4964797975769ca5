import type { LedgerAct } from '@gatehouse/contract/activity'
import type { AnswerOf } from '@gatehouse/contract/calls'
import type { Database } from '../../database/pool/openDatabase.ts'
import { actsAt } from '../../database/auth/ledger.ts'
import type { SessionRead } from '../../database/auth/sessionStatements.ts'
import { after } from '../../platform/clock.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { idleSince } from '../../deployments/idleSince.ts'

type Ended = NonNullable<AnswerOf<'readToken'>['Ended']>

/**
 * The acts by which a player, or a reader of the player's mails, ends sessions of other browsers.
 */
const endingActs = new Set<LedgerAct>([
  'sessions-ended',
  'password-set',
  'password-removed',
  'two-step-on',
  'email-restored',
])

/** Seconds within which an act is recorded that has ended sessions. */
const atOnce = 5

/**
 * Why a session is over, for the browser that has its secrets. An end that the player did not order
 * from another browser, such as one by support or by a client's log-out, is only `over`: we do not
 * know more.
 */
export async function whyEnded(
  { kysely }: Pick<Database, 'kysely'>,
  deployment: Deployment,
  session: SessionRead,
  now: Date,
): Promise<Ended> {
  const { player_id: playerId, family, revoked_at: revokedAt, seen_at: seenAt } = session
  if (revokedAt === null) {
    const { sessionIdleDays: days } = deployment
    const isIdle = days !== null && !session.is_barred && seenAt <= idleSince(deployment, now)
    return isIdle ? { Why: 'idle', Days: days } : { Why: 'over' }
  }
  const until = after(revokedAt, atOnce)
  const acts = await actsAt(kysely, deployment.name, playerId, revokedAt, until)
  if (acts.some(({ act, actor }) => act === 'frozen' && actor !== 'operator')) {
    // The link of the freeze's mail is used up once the account is open.
    return { Why: session.is_barred ? 'frozen' : 'unfrozen' }
  }
  const isElsewhere = acts.some(
    ({ act, actor, family: by }) =>
      endingActs.has(act) && (actor === 'player' || actor === 'mail') && by !== family,
  )
  return { Why: isElsewhere ? 'elsewhere' : 'over' }
}
