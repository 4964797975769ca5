import type { Executor } from '../database/schema/executor.ts'
import { findBySubject, issueSubjects } from '../database/oidc/pairwiseSubjects.ts'
import { type OidcClient, sectorOf } from './client.ts'
import type { Deployment } from './deployments.ts'

/** The parts of a client that decide by which subjects it knows players. */
type Knowing = Pick<OidcClient, 'clientId' | 'firstParty' | 'sector'>

/** The ids of players for the studio's own client, else pairwise subjects; none of gone players. */
export async function subjectsOf(
  executor: Executor,
  { name: deployment }: Pick<Deployment, 'name'>,
  client: Knowing,
  playerIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, string>> {
  const sector = sectorOf(client)
  return sector === null
    ? new Map(playerIds.map((id) => [id, String(id)]))
    : issueSubjects(executor, { deployment, sector }, playerIds, now)
}

/** The subject by which a client knows one player; null when the player is gone. */
export async function subjectOf(
  executor: Executor,
  deployment: Pick<Deployment, 'name'>,
  client: Knowing,
  playerId: number,
  now: Date,
): Promise<string | null> {
  return (await subjectsOf(executor, deployment, client, [playerId], now)).get(playerId) ?? null
}

/** The player whom a client means by a subject; null for a subject that the client cannot know. */
export async function playerOfSubject(
  executor: Executor,
  { name: deployment }: Pick<Deployment, 'name'>,
  client: Knowing,
  subject: string,
): Promise<number | null> {
  const sector = sectorOf(client)
  if (sector !== null) return findBySubject(executor, { deployment, sector }, subject)
  return /^[1-9]\d{0,14}$/.test(subject) ? Number(subject) : null
}
