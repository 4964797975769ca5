import { lockPlayer, setPassword } from '../../database/accounts/credentials.ts'
import { keepErasureRecords, recordOf } from '../../database/accounts/erasureRecords.ts'
import { keyOf, type Player } from '../../database/accounts/players.ts'
import { takeSafetyLink } from '../../database/auth/safetyLinkStatements.ts'
import { isRevoked } from '../../database/auth/sessionStatements.ts'
import { afterCommit, inTransaction } from '../../database/transactions/inTransaction.ts'
import { changeRows, type Executor, type Row } from '../../database/schema/executor.ts'
import { UnauthorizedError } from '../../http/authenticate.ts'
import { after } from '../../platform/clock.ts'
import type { SecretLookup } from '../../platform/crypto/playerSecret.ts'
import { cancelDeletion } from '../security-acts/cancelDeletion.ts'
import { type MailedActContext, recordMailedAct } from '../security-acts/recordAct.ts'
import { stopRecoveryCase } from '../security-acts/stopRecovery.ts'
import type { ActedBy } from '../security-acts/securityActs.ts'
import { type AuthCall, handler } from '../authServices.ts'
import type { RightFactor } from '../second-factor/checkFactor.ts'
import { noteCode } from '../second-factor/secondStep.ts'

interface FrozenBy extends Pick<ActedBy['frozen'], 'actor' | 'family'> {
  /** The key of the address whose reader froze it by a link; null for any other freeze. */
  readonly address?: string | null
}

/**
 * Freezes an account, as part of a transaction: everything that another person may hold of it ends,
 * here and at every client, no log-in opens a session, and the way back is mailed to the present
 * address. That address cannot open what a former one froze: see `whatBars`. The password and the known
 * browsers stay: with one of these, the link needs no number. A frozen account stays as it is; returns
 * whether this froze it.
 */
export async function freezeAccount(
  context: MailedActContext,
  transaction: Executor,
  { id }: Pick<Player, 'id'>,
  { address = null, ...by }: FrozenBy,
): Promise<boolean> {
  const { deployment, services } = context
  const player = await lockPlayer(transaction, deployment.name, id)
  if (!player || player.frozen_at !== null) return false
  await recordMailedAct(context, transaction, player, { act: 'frozen', shown: {}, ...by })
  const frozenBy = address === null || address === keyOf(player.email) ? null : address
  await setFrozen(transaction, player, { at: services.clock.now(), frozenBy })
  return true
}

interface FreezeMark {
  readonly at: Date
  /** The former address that froze it; null for any other. */
  readonly frozenBy: string | null
}

/** Marks an account as frozen. */
export async function setFrozen(
  transaction: Executor,
  player: Player,
  { at, frozenBy }: FreezeMark,
): Promise<void> {
  await keepErasureRecords(transaction, async () => {
    const own = { deployment: player.deployment, id: player.id }
    await changeRows(transaction, 'players', own, { frozen_at: at, frozen_by: frozenBy })
    return [recordOf(player, 'frozen', at)]
  })
}

/** Marks an account as open, which it may have been. `changes` are written with it. */
export async function setOpen(
  transaction: Executor,
  player: Player,
  at: Date,
  changes: Partial<
    Pick<Row<'players'>, 'held_until' | 'deletion_due_at' | 'deletion_type_id' | 'deletion_reason'>
  > = {},
): Promise<void> {
  await keepErasureRecords(transaction, async () => {
    const own = { deployment: player.deployment, id: player.id }
    const open = { frozen_at: null, frozen_by: null, ...changes }
    await changeRows(transaction, 'players', own, open)
    return player.frozen_at === null ? [] : [recordOf(player, 'unfrozen', at)]
  })
}

/**
 * Freezes the caller's account without a re-authentication, because it only closes, and logs out
 * everywhere. Of several at once one does it, and all are answered alike.
 */
export const freeze = handler('freeze', async (context) => {
  const { deployment, services, caller, response } = context
  await inTransaction(services.database.kysely, async (transaction) => {
    const player = await lockPlayer(transaction, deployment.name, caller.player_id)
    if (player?.frozen_at !== null) return
    if (await isRevoked(transaction, deployment.name, caller)) throw new UnauthorizedError()
    await freezeAccount(context, transaction, player, { family: caller.family })
  })
  response.clearSessionCookies()
  return {}
})

/** Freezes an account by a link of an address. False if the link has ended. */
export function freezeByLink(
  context: AuthCall,
  link: SecretLookup,
  { id }: Player,
  address: string,
): Promise<boolean> {
  const { deployment, services } = context
  return inTransaction(services.database.kysely, async (transaction) => {
    const player = await lockPlayer(transaction, deployment.name, id)
    if (!player) return false
    const at = services.clock.now()
    if (!(await takeSafetyLink(transaction, player, link, 'freeze', at))) return false
    await freezeAccount(context, transaction, player, { actor: 'mail', address })
    return true
  })
}

/** Who opens an account by the mailbox alone waits a day before anything weakens it. */
function holdOf(
  { deployment }: AuthCall,
  { held_until: until }: Player,
  now: Date,
): Pick<Player, 'held_until'> {
  const next = after(now, holdAfterOpening)
  const isLonger = until !== null && until > next
  return deployment.rules.hasSecuritySection && !isLonger
    ? { held_until: next }
    : { held_until: until }
}

const holdAfterOpening = 24 * 3600

/** Lets the present address open what a former one froze, by a link of that one. False if it has not. */
export function releaseByLink(
  { deployment, services }: AuthCall,
  link: SecretLookup,
  { id }: Player,
  address: string,
): Promise<boolean> {
  return inTransaction(services.database.kysely, async (transaction) => {
    const player = await lockPlayer(transaction, deployment.name, id)
    if (player?.frozen_by !== address) return false
    const at = services.clock.now()
    if (!(await takeSafetyLink(transaction, player, link, 'release', at))) return false
    const own = { deployment: deployment.name, id }
    return changeRows(transaction, 'players', own, { frozen_by: null })
  })
}

interface Opening {
  /** Of the new password; null where the account has none. */
  readonly hash: string | null
  /** The second factor; null where none is asked. */
  readonly factor: RightFactor | null
}

/**
 * Opens a frozen account by a link, with a new password where it has one, and its second factor
 * where it asks for one. It opens no session. False if the link has ended, or the account is
 * open. Refuses a factor that cannot be consumed; the account then stays frozen.
 */
export async function unfreezeByLink(
  context: AuthCall,
  link: SecretLookup,
  { id, email }: Player,
  { hash, factor }: Opening,
): Promise<boolean> {
  const { deployment, services } = context
  const { name } = deployment
  const outcome = await inTransaction(services.database.kysely, async (transaction) => {
    const player = await lockPlayer(transaction, name, id)
    if (!player || player.frozen_at === null || player.email !== email) return false
    // A refused factor keeps its traces, and the link stays valid for another try.
    const refusal = await factor?.spend(transaction)
    if (refusal) return refusal
    if (factor) await noteCode(context, transaction, player, factor)
    const at = services.clock.now()
    if (!(await takeSafetyLink(transaction, player, link, 'unfreeze', at))) return false
    const before = { factors: player.factors }
    const setsPassword = hash !== null
    const act = { act: 'unfrozen', shown: {}, before, actor: 'mail', setsPassword } as const
    await recordMailedAct(context, transaction, player, act)
    if (hash !== null) await setPassword(transaction, name, id, hash, services.clock.now())
    if (factor) await stopRecoveryCase(context, transaction, player, { actor: 'mail' })
    // Its moment may have passed while it was frozen: nobody could log in.
    await cancelDeletion(context, transaction, player, { actor: 'mail' })
    await setOpen(transaction, player, at, { ...(factor === null && holdOf(context, player, at)) })
    if (factor) await afterCommit(transaction, services.log, factor.forgive)
    return true
  })
  if (typeof outcome === 'function') throw await outcome()
  return outcome
}
