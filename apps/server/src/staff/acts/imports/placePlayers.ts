import { hash } from 'node:crypto'
import { findHolders, findLinked, findSubjects } from '../../../database/accounts/importPlayers.ts'
import { keyOf } from '../../../database/accounts/players.ts'
import type { Deployment } from '../../../deployments/deployments.ts'
import { isReservedUsername } from '../../../accounts/username/usernameRefusal.ts'
import type { ActServices } from '../orders/run.ts'
import type { RefusedLine } from '../orders/refusedLines.ts'
import type { ImportedPlayer } from './importedPlayer.ts'

export interface ReadPlayer {
  readonly line: number
  readonly player: ImportedPlayer
}

/** A player who has a name, the file's or ours. */
export interface NamedPlayer extends ReadPlayer {
  readonly username: string
}

/** Where players go. */
export interface Place {
  readonly services: Pick<ActServices, 'database' | 'deployments'>
  readonly at: Deployment
  /** Its clients know players by their earlier `sub`. */
  readonly sector: string
  readonly now: Date
}

/**
 * Compares players with those of the database. A player is here already whose `sub` is known, or who
 * has the same address and name; such a player only gets a password that was never there: `completed`.
 */
export async function placePlayers(
  { services, at, sector, now }: Place,
  players: readonly ReadPlayer[],
) {
  const { kysely } = services.database
  const { name: deployment } = at
  const named = players.map((each) => ({ ...each, username: nameOf(each.player) }))
  const keys = named.map(({ username, player: { email } }) => ({ username, email }))
  const subs = players.flatMap(({ player: { sub } }) => sub ?? [])
  const links = players.flatMap(({ player }) => player.links)
  const holders = await findHolders(kysely, deployment, keys, now)
  const subjects = await findSubjects(kysely, { deployment, sector, now }, subs)
  const linked = await findLinked(kysely, deployment, links, now)
  const fresh: NamedPlayer[] = []
  const completed: { id: number; passwordHash: string }[] = []
  const refused: RefusedLine[] = []
  for (const each of named) {
    const { line, player, username } = each
    const known = subjects.get(player.sub ?? '') ?? null
    const [name, address] = [keyOf(username), keyOf(player.email)]
    const isOwned = holders.confirmed.has(address)
    if (known !== null) {
      if (known.lacksPassword && typeof player.passwordHash === 'string') {
        completed.push({ id: known.id, passwordHash: player.passwordHash })
      }
      continue
    }
    if (holders.byName.get(name) === address) continue
    if (isOwned && player.username === undefined) continue
    const link = player.links.find(({ service, id }) => linked.has(`${service} ${id}`))
    if (holders.byName.has(name)) refused.push({ line, reason: 'username: it is taken' })
    else if (isOwned || holders.keptForUndo.has(address)) {
      refused.push({ line, reason: 'email: it is taken' })
    } else if (
      holders.quarantined.has(name) ||
      isReservedUsername(username, services.deployments)
    ) {
      refused.push({ line, reason: 'username: it is reserved' })
    } else if (link) refused.push({ line, reason: `links: ${link.service} ${link.id} is taken` })
    else fresh.push(each)
  }
  return { fresh, completed, refused }
}

/** A name of ours, the same in each run, for a player without one that is allowed here. */
function nameOf({ username, sub, email }: ImportedPlayer): string {
  if (username !== undefined) return username
  const digest = hash('sha256', `${sub ?? ''} ${keyOf(email)}`, 'buffer')
  return `Player${(digest.readBigUInt64BE() % 10n ** 16n).toString().padStart(16, '0')}`
}
