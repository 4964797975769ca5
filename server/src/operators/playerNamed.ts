import type { Executor } from '../database/connection/openDatabase.ts'
import { findByEmail, findById, findByUsername, type Player } from '../database/accounts/players.ts'
import { CommandRefusedError } from './commandRefusedError.ts'

/** The player whom an operator means by a username, an address or `id=12`; else a CommandRefused. */
export async function playerNamed(
  executor: Executor,
  deployment: string,
  named: string,
): Promise<Player> {
  const found = await find(executor, deployment, named)
  if (!found) throw new CommandRefusedError(`${deployment} has no player ${named}.`)
  return found
}

function find(executor: Executor, deployment: string, named: string) {
  const [, id] = /^id=(\d{1,15})$/.exec(named) ?? []
  if (id !== undefined) return findById(executor, deployment, Number(id))
  return named.includes('@')
    ? findByEmail(executor, deployment, named)
    : findByUsername(executor, deployment, named)
}

/** How the audit log names a player: an id, as a name there could never be erased. */
export function subjectOf({ id }: Pick<Player, 'id'>): string {
  return `player ${id}`
}
