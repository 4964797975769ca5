import type { Executor } from '../../database/schema/executor.ts'
import {
  findByEmail,
  findById,
  findByUsername,
  type Player,
} from '../../database/accounts/players.ts'
import { CommandRefusedError } from './commandRefusedError.ts'

/** The player of an operator's username, address or `id=12`; else throws a CommandRefusedError. */
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

/** The audit log names a player by id, because a name there could never be erased. */
export function subjectOf({ id }: Pick<Player, 'id'>): string {
  return `player ${id}`
}
