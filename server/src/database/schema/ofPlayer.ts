/** The part of Kysely's builders that the conditions use: all of them have it. */
interface Query {
  where(column: string, operator: '=', value: unknown): Query
}

type Condition = <Q>(query: Q) => Q

/** The rows of a deployment: `query.$call(ofDeployment(deployment))`. */
export function ofDeployment(deployment: string): Condition {
  return where({ deployment })
}

/** The rows of a player: `query.$call(ofPlayer(deployment, playerId))`. */
export function ofPlayer(deployment: string, playerId: number): Condition {
  return where({ deployment, player_id: playerId })
}

/** The player's own row: `query.$call(isPlayer(deployment, playerId))`. */
export function isPlayer(deployment: string, playerId: number): Condition {
  return where({ deployment, id: playerId })
}

function where(values: Readonly<Record<string, unknown>>): Condition {
  return <Q>(query: Q) =>
    Object.entries(values).reduce(
      (narrowed, [column, value]) => narrowed.where(column, '=', value),
      query as unknown as Query,
    ) as unknown as Q
}
