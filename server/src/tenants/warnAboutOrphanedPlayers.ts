import { logEvent } from '../platform/observability/events.ts'
import { listDeploymentsWithPlayers } from '../database/accounts/listDeploymentsWithPlayers.ts'
import type { TenantServices } from './tenantServices.ts'

/**
 * Says in the log when there are players of deployments that no file describes: nobody reaches their
 * accounts, and the usual reason is a file that was renamed or is missing. Other servers of the same
 * database may serve them, so it is no reason not to start.
 */
export async function warnAboutOrphanedPlayers({
  database,
  deployments,
  log,
}: Pick<TenantServices, 'database' | 'deployments' | 'log'>): Promise<void> {
  const described = new Set(deployments.all.map(({ name }) => name))
  const lost = (await listDeploymentsWithPlayers(database.kysely)).filter(
    (name) => !described.has(name),
  )
  if (lost.length === 0) return
  logEvent(log, 'deployments.orphaned_players', { deployments: lost })
}
