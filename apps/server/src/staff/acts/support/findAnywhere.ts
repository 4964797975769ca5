import { setTimeout as pause } from 'node:timers/promises'
import type { Role } from '@gatehouse/contract/acts/act'
import { type DataOf, maskAnswer } from '@gatehouse/contract/acts/answers'
import { foundGroups, supportActs } from '@gatehouse/contract/acts/supportActs'
import type { Deployment } from '../../../deployments/deployments.ts'
import { auditSearch } from '../orders/auditReads.ts'
import { auditBy } from '../orders/perform.ts'
import { printed } from '../orders/printed.ts'
import type { LookRun } from '../orders/run.ts'
import { findPlayers } from './findPlayers.ts'

/** Milliseconds that a person waits for all deployments: those that take longer are named. */
export const patience = 3000

/** Deployments that are searched at once: the console has few connections. */
const atOnce = 2

const name = 'players find-anywhere'

/** What one deployment has answered. */
type Found = DataOf<(typeof supportActs)[typeof name]['answer']>[number]

/** Searches each deployment in which the author may. One that fails or is slow takes nothing from the others. */
export async function findAnywhere(run: LookRun<null>, text: string, within = patience) {
  const { services, author } = run
  const asked = services.deployments.all
    .filter((at) => mayFind(rolesAt(run, at)))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const left = asked.values()
  const found = new Map<string, Found>()
  const over = new AbortController()
  async function searchNext(): Promise<void> {
    for (const at of left) {
      if (over.signal.aborted) return
      found.set(at.name, await findAt({ ...run, at }, text))
    }
  }
  await Promise.race([
    Promise.all(Array.from({ length: atOnce }, searchNext)),
    pause(within, null, { signal: over.signal }).catch(() => null),
  ])
  over.abort()
  const data = asked.map(
    ({ name: deployment }): Found =>
      found.get(deployment) ?? { deployment, groups: [], state: 'late' },
  )
  return { data, message: author.staff === null ? wordsOf(data) : '' }
}

const mayFind = (roles: readonly Role[] | null) =>
  roles === null || roles.some((role) => supportActs[name].roles.includes(role))

/** Null for a command line, which may everything. */
function rolesAt({ author: { staff } }: Pick<LookRun, 'author'>, at: Deployment) {
  return staff === null ? null : staff.rolesIn(at.name)
}

/** Each deployment has an entry of its own, and is read by the roles that the author has there. */
async function findAt(run: LookRun, text: string): Promise<Found> {
  const { services, at, author } = run
  const deployment = at.name
  try {
    const { data, details } = await findPlayers(services, { text, deployment })
    const audit = auditBy(author, services.clock, name, deployment)
    await auditSearch({ ...run, audit }, name, details)
    const roles = rolesAt(run, at)
    const plain: unknown = JSON.parse(JSON.stringify(data))
    const groups = roles === null ? plain : maskAnswer(foundGroups, plain, roles)
    return { deployment, groups: groups as Found['groups'], state: 'whole' }
  } catch {
    return { deployment, groups: [], state: 'failed' }
  }
}

function wordsOf(found: readonly Found[]): string {
  const rows = found.flatMap(({ deployment, groups }) =>
    groups.flatMap(({ group, players }) =>
      players.map(({ id, username, value, confirmed, banned, frozen }) => {
        return { deployment, id, username, foundBy: group, value, confirmed, banned, frozen }
      }),
    ),
  )
  const others = found.filter(({ state }) => state !== 'whole')
  const lines = others.map(({ deployment, state }) =>
    state === 'late' ? `${deployment} took too long.` : `${deployment} could not be searched.`,
  )
  return [printed(rows), ...lines].join('\n')
}
