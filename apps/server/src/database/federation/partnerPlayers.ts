import { findById, type Player } from '../accounts/players.ts'
import { partnerKey, playersOfKeys, take } from '../accounts/uniqueValues.ts'
import { type Executor, findRow, insertRow } from '../schema/executor.ts'

/* A partner names its players by its own subjects. An email address never identifies a player. */

/** The partner's own name of a player. */
export interface PartnerIdentity {
  readonly partner: string
  readonly subject: string
}

export async function findByPartner(
  executor: Executor,
  deployment: string,
  { partner, subject }: PartnerIdentity,
): Promise<Player | undefined> {
  const [id] = await playersOfKeys(executor, deployment, [partnerKey(partner, subject)])
  if (id === undefined) return undefined
  const known = await findPartnerIdentity(executor, deployment, id)
  const isTheirs = known?.partner === partner && known.subject === subject
  return isTheirs ? findById(executor, deployment, id) : undefined
}

export function findPartnerIdentity(
  executor: Executor,
  deployment: string,
  playerId: number,
): Promise<PartnerIdentity | undefined> {
  const key = { deployment, player_id: playerId }
  return findRow(executor, 'partner_players', ['partner', 'subject'], key)
}

/** Links a player to a partner's subject; throws a ValueTakenError when another player has it. */
export async function insertPartnerIdentity(
  transaction: Executor,
  deployment: string,
  playerId: number,
  { partner, subject }: PartnerIdentity,
  now: Date,
): Promise<void> {
  await take(transaction, deployment, playerId, [partnerKey(partner, subject)], now)
  const row = { deployment, partner, subject, player_id: playerId, linked_at: now }
  await insertRow(transaction, 'partner_players', row)
}
