import { lifetimes } from '@gatehouse/contract/limits'
import { findById, type Player } from '../../database/accounts/players.ts'
import { findWaitingRewind } from '../../database/auth/rewinds.ts'
import { issueSafetyLink } from '../../database/auth/safetyLinkStatements.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { after } from '../../platform/clock.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
import type { AuthCall, AuthServices } from '../authServices.ts'
import { readPast, waysOf } from './past.ts'

type Context = Pick<AuthCall, 'deployment'> & {
  readonly services: Pick<AuthServices, 'clock' | 'database' | 'key' | 'secrets'>
}

/**
 * The link by which a player who has just proven a frozen account goes on with a second factor, in place of
 * the mailbox, which may be a thief's: it stops a rewind that waits, or opens the account. Null for a
 * player without a factor from before the days in which acts are undone.
 */
export async function linkAtLogIn(
  { deployment, services }: Context,
  transaction: Executor | null,
  { id }: Pick<Player, 'id'>,
): Promise<string | null> {
  if (!deployment.rules.hasSecuritySection) return null
  const { clock, database, secrets } = services
  const executor = transaction ?? database.kysely
  const player = await findById(executor, deployment.name, id)
  if (!player) return null
  const waiting = await findWaitingRewind(executor, player)
  const { matured } = await readPast({ deployment, services }, executor, player)
  if (!waiting && waysOf(matured).length === 0) return null
  const now = clock.now()
  const token = secrets.valueOf('safety link', id, newSecret())
  const kind = waiting ? 'stop' : 'reopen'
  const link = { kind, token, expiresAt: after(now, lifetimes.linkAtLogIn) } as const
  await issueSafetyLink(executor, player, link, now)
  return token
}
