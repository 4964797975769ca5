import { type Executor, ofPlayer } from '../schema/executor.ts'

const prefix = 'device:'

/** The client id in the session of a device, in place of the portal's client. */
export function deviceClientId(clientId: string): string {
  return `${prefix}${clientId}`
}

/** The client whose device a session is; null for the session of a browser. */
export function clientOfDevice(clientId: string): string | null {
  return clientId.startsWith(prefix) ? clientId.slice(prefix.length) : null
}

/** The newest session of a family that still lives. */
export type LivingFamily = Awaited<ReturnType<typeof listLivingFamilies>>[number]

/** The families of a player that live, the one that was used last first; without those used before `idleSince`. */
export function listLivingFamilies(
  executor: Executor,
  deployment: string,
  playerId: number,
  idleSince: Date,
  now: Date,
) {
  return (
    executor
      .selectFrom('sessions')
      .select([
        'family',
        'user_agent',
        'client_id',
        'seen_at',
        'partner',
        'methods',
        'browser_hash',
        'ip',
      ])
      // A refreshed session is another row of its family: the first one is the log-in.
      .select(({ selectFrom }) =>
        selectFrom('sessions as first')
          .select(({ fn }) => fn.min('first.created_at').as('began_at'))
          .whereRef('first.deployment', '=', 'sessions.deployment')
          .whereRef('first.player_id', '=', 'sessions.player_id')
          .whereRef('first.family', '=', 'sessions.family')
          .$asScalar()
          .$notNull()
          .as('began_at'),
      )
      .$call(ofPlayer(deployment, playerId))
      .where('revoked_at', 'is', null)
      .where('refreshed_at', 'is', null)
      .where('expires_at', '>', now)
      .where('seen_at', '>', idleSince)
      .orderBy('seen_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
  )
}
