import { listSharedAddresses } from '../database/accounts/sharedAddresses.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { TenantServices } from './tenantServices.ts'

/** Writes a log line when players have the address of another player in another spelling. */
export async function warnAboutSharedAddresses({
  database,
  log,
}: Pick<TenantServices, 'database' | 'log'>): Promise<void> {
  const shared = await listSharedAddresses(database.kysely)
  if (shared.length === 0) return
  const players = shared.map(({ deployment, id, holder }) => ({
    deployment,
    id,
    holder: holder?.id ?? null,
  }))
  logEvent(log, 'players.shared_addresses', { players })
}
