import { randomBytes } from '../../platform/crypto/random.ts'
import { claimEach, playersOfKeys, release, subjectKey } from '../accounts/uniqueValues.ts'
import { type Executor, insertOnce, isPlayer, ofDeployment } from '../schema/executor.ts'
import { inTransaction } from '../transactions/inTransaction.ts'

interface Sector {
  readonly deployment: string
  readonly sector: string
}

/**
 * The subjects by which the clients of a sector know players, made at first use: 128 random bits
 * behind a letter, so that none reads as an id. Players who are gone have none.
 */
export async function issueSubjects(
  executor: Executor,
  of: Sector,
  playerIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, string>> {
  const known = await listSubjects(executor, of, playerIds)
  const fresh = [...new Set(playerIds)].filter((id) => !known.has(id))
  if (fresh.length === 0) return known
  const { deployment, sector } = of
  const made = fresh.map((playerId) => ({
    playerId,
    ...subjectKey(sector, `p${randomBytes(16).toString('base64url')}`),
  }))
  await claimEach(executor, deployment, made, now)
  const keep = async (transaction: Executor) => {
    for (const { playerId, value } of made) {
      // The lock waits for an erasure of the player, which would not see this row.
      const isThere = await transaction
        .selectFrom('players')
        .select('id')
        .$call(isPlayer(deployment, playerId))
        .where('deleted_at', 'is', null)
        .forShare()
        .executeTakeFirst()
      const row = { deployment, sector, player_id: playerId, subject: value }
      if (isThere) await insertOnce(transaction, 'pairwise_subjects', row)
    }
  }
  await (executor.isTransaction ? keep(executor) : inTransaction(executor, keep))
  const issued = await listSubjects(executor, of, playerIds)
  for (const { playerId, ...key } of made) {
    if (issued.get(playerId) === key.value) continue
    await release(executor, deployment, playerId, [key], now)
  }
  return issued
}

async function listSubjects(
  executor: Executor,
  { deployment, sector }: Sector,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (playerIds.length === 0) return new Map()
  const rows = await executor
    .selectFrom('pairwise_subjects')
    .select(['player_id', 'subject'])
    .$call(ofDeployment(deployment))
    .where('sector', '=', sector)
    .where('player_id', 'in', playerIds)
    .execute()
  return new Map(rows.map(({ player_id, subject }) => [player_id, subject]))
}

/** The player whom the clients of a sector know by a subject; null when there is none. */
export async function findBySubject(executor: Executor, of: Sector, subject: string) {
  const [id] = await playersOfKeys(executor, of.deployment, [subjectKey(of.sector, subject)])
  if (id === undefined) return null
  const known = await listSubjects(executor, of, [id])
  return known.get(id) === subject ? id : null
}
