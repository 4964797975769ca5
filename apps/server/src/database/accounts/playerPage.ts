import { type Executor, ofPlayer } from '../schema/executor.ts'

/** The rows of other tables that the page of a player shows, and nothing besides. */
export type PlayerPage = Awaited<ReturnType<typeof readPlayerPage>>

export async function readPlayerPage(
  executor: Executor,
  deployment: string,
  playerId: number,
  now: Date,
) {
  const badges = await executor
    .selectFrom('badges')
    .select('badge')
    .$call(ofPlayer(deployment, playerId))
    .orderBy('at')
    .execute()
  const sessions = await executor
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .$call(ofPlayer(deployment, playerId))
    .where('revoked_at', 'is', null)
    .where('refreshed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  const newsletters = await executor
    .selectFrom('newsletter_opt_ins')
    .select('list_id')
    .$call(ofPlayer(deployment, playerId))
    .where('is_opt_in', '=', true)
    .orderBy('list_id')
    .execute()
  const clients = await executor
    .selectFrom('client_consents')
    .select('client_id')
    .$call(ofPlayer(deployment, playerId))
    .orderBy('given_at')
    .execute()
  const linked = await executor
    .selectFrom('connections')
    .select(['canonical_name as service', 'account_id as id', 'account_name as name'])
    .select(['linked_at as since', 'gone_at as gone'])
    .$call(ofPlayer(deployment, playerId))
    .orderBy('linked_at')
    .execute()
  return {
    badges: badges.map(({ badge }) => badge),
    openSessions: sessions?.open ?? 0,
    newsletters: newsletters.map(({ list_id: list }) => list),
    clients: clients.map(({ client_id: client }) => client),
    linked,
  }
}
