import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { countPlayers, listDeploymentsWithPlayers } from '../database/accounts/players.ts'
import { lastAudited } from '../database/operations/auditLog.ts'
import type { Executor } from '../database/schema/executor.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { Metrics } from '../platform/observability/metrics.ts'
import type { Deployment, Deployments } from './deployments.ts'
import type { LiveDeployments } from './liveDeployments.ts'
import type { DeploymentServices } from './deploymentServices.ts'

/** More players are not counted: the question is whether there are any, and about how many. */
const mostCounted = 10_000

/** The command and the subject of the entry in the audit log of a deployment's end. */
export const removal = { command: 'deployments remove', subject: 'deployment' } as const

export interface MissingFileServices extends Pick<
  DeploymentServices,
  'clock' | 'database' | 'log'
> {
  readonly metrics: Metrics
}

/**
 * Watches for deployments that have players and no file. One whose file goes while the server runs
 * is still served by the last content of the file, until an operator removes it; one that had no
 * file at the start cannot be served. Each is logged once and counted in the metric as long as it
 * lasts.
 */
export function watchMissingFiles(
  { clock, database, log, metrics }: MissingFileServices,
  live: LiveDeployments,
) {
  const { kysely } = database
  /** When this server loaded each file: an earlier removal no longer applies. */
  const takenUpAt = new Map(live.files.all.map(({ name }) => [name, clock.now()]))
  let known: readonly string[] | null = null

  async function isRemoved(name: string): Promise<boolean> {
    const at = await lastAudited(kysely, name, removal)
    return at !== undefined && at >= (takenUpAt.get(name) ?? new Date(0))
  }

  return {
    /** True while each look may find something new, although no file has changed. */
    get isPending(): boolean {
      return known === null || known.length > 0
    },
    /**
     * Compares with the files as they are now; answers the deployments to be served without theirs.
     */
    async look(files: Deployments): Promise<readonly Deployment[]> {
      const counts = new Map<string, number>()
      for (const name of await listDeploymentsWithPlayers(kysely)) {
        if (files.byName(name) !== null || (await isRemoved(name))) continue
        const players = await countPlayers(kysely, name, mostCounted)
        if (players > 0) counts.set(name, players)
      }
      metrics.setDeploymentsWithoutFile(counts)
      const kept = [...counts].flatMap(([name]) => live.files.byName(name) ?? [])
      for (const [deployment, players] of counts) {
        if (known?.includes(deployment) === true) continue
        const isServed = live.files.byName(deployment) !== null
        logEvent(log, 'deployments.file_missing', { deployment, players, isServed })
      }
      for (const { name } of files.all) {
        if (!takenUpAt.has(name) || known?.includes(name)) takenUpAt.set(name, clock.now())
      }
      for (const name of takenUpAt.keys()) {
        if (files.byName(name) === null && !counts.has(name)) takenUpAt.delete(name)
      }
      known = [...counts.keys()]
      return kept
    },
  }
}

/** The reason that a deployment is not removed; null where it may be. */
export async function whyNotRemoved(
  { settings }: Pick<DeploymentServices, 'settings'>,
  executor: Executor,
  name: string,
): Promise<'has-file' | 'has-no-players' | null> {
  const hasFile = await access(join(settings.DEPLOYMENTS_DIR, `${name}.json`)).then(
    () => true,
    () => false,
  )
  if (hasFile) return 'has-file'
  return (await countPlayers(executor, name, 1)) === 0 ? 'has-no-players' : null
}
