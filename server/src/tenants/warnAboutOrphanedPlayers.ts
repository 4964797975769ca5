import { logEvent } from '../platform/observability/events.ts'
import { listDeploymentsWithPlayers } from '../database/accounts/listDeploymentsWithPlayers.ts'
import type { TenantServices } from './tenantServices.ts'

/**
 * Writes a log line when players belong to deployments without a file: their accounts are
 * unreachable, and the usual reason is a renamed or missing file. Other servers of the same
 * database may serve them, so the server starts all the same.
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
