import { cleanText } from '@gatehouse/contract/cleanText'
import { classOfName, idNamed } from '@gatehouse/contract/acts/playerNames'
import { lockPlayer } from '../../../database/accounts/credentials.ts'
import {
  findByEmail,
  findById,
  findByUsername,
  keyOf,
  listNamedPlayers,
  type Player,
} from '../../../database/accounts/players.ts'
import type { Executor } from '../../../database/schema/executor.ts'
import { ActRefusedError } from './actRefusedError.ts'
import { listRefused, type RefusedLine } from './refusedLines.ts'

/** The player of an operator's username, address or `id=12`; else throws a ActRefusedError. */
export async function playerNamed(
  executor: Executor,
  deployment: string,
  named: string,
): Promise<Player> {
  const found = await findNamed(executor, deployment, named)
  if (!found) throw new ActRefusedError(`${deployment} has no player ${named}.`)
  return found
}

/** The same, locked until the transaction ends. */
export async function lockNamed(
  transaction: Executor,
  deployment: string,
  named: string,
): Promise<Player> {
  const { id } = await playerNamed(transaction, deployment, named)
  const found = await lockPlayer(transaction, deployment, id)
  if (!found) throw new ActRefusedError(`${deployment} has no player ${named}.`)
  return found
}

/** The same; undefined where there is none. */
export function findNamed(executor: Executor, deployment: string, named: string) {
  const id = idNamed(named)
  if (id !== null) return findById(executor, deployment, id)
  return classOfName(named) === 'address'
    ? findByEmail(executor, deployment, named)
    : findByUsername(executor, deployment, named)
}

/** Lines of a list that are looked up together. */
const chunk = 200

/** The players of a list, each once, and the lines that name none. */
export async function listNamed(executor: Executor, deployment: string, list: string) {
  const lines = list
    .split(/\r?\n/)
    .map((text, index) => ({ line: index + 1, named: cleanText('login', text) }))
    .filter(({ named }) => named !== '')
  const found = new Map<number, Player>()
  const refused: RefusedLine[] = []
  for (let at = 0; at < lines.length; at += chunk) {
    const some = lines.slice(at, at + chunk)
    const playerOf = await findEach(
      executor,
      deployment,
      some.map(({ named }) => named),
    )
    for (const { line, named } of some) {
      const player = playerOf(named)
      if (player) found.set(player.id, player)
      else refused.push({ line, reason: `${deployment} has no player ${named}` })
    }
  }
  return { players: [...found.values()], refused }
}

/** As findNamed finds each. */
async function findEach(executor: Executor, deployment: string, names: readonly string[]) {
  const ids = names.flatMap((named) => idNamed(named) ?? [])
  const others = names.filter((named) => idNamed(named) === null)
  const emails = others.filter((named) => classOfName(named) === 'address')
  const usernames = others.filter((named) => classOfName(named) !== 'address')
  const all = await listNamedPlayers(executor, deployment, { ids, usernames, emails })
  return (named: string) => {
    const id = idNamed(named)
    if (id !== null) return all.byId.get(id)
    const players = classOfName(named) === 'address' ? all.byEmail : all.byUsername
    return players.get(keyOf(named))
  }
}

/** An order by the ids of the players whom it names now; throws where it names none. */
export async function withIds<Order extends object>(
  executor: Executor,
  deployment: string,
  order: Order,
): Promise<{ readonly order: Order; readonly player: number | null }> {
  const { player, players: list } = order as { readonly player?: string; readonly players?: string }
  if (player !== undefined) {
    const { id } = await playerNamed(executor, deployment, player)
    return { order: { ...order, player: `id=${id}` }, player: id }
  }
  if (list === undefined) return { order, player: null }
  const { players, refused } = await listNamed(executor, deployment, list)
  if (refused.length > 0) throw new ActRefusedError(listRefused(refused), { data: { refused } })
  const ids = players.map(({ id }) => `id=${id}`).join('\n')
  return { order: { ...order, players: ids }, player: null }
}
