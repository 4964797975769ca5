import {
  type SweptLookUps,
  reconcileUniqueValues,
} from '../database/accounts/reconcileUniqueValues.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { MaintenanceServices } from './maintenanceServices.ts'

type Services = Pick<MaintenanceServices, 'clock' | 'database' | 'deployments' | 'log' | 'metrics'>

/**
 * Sweeps the look-ups of every deployment, counts what it changed, and logs what should not have been:
 * look-ups without a player, and players without a look-up. Ends early when the signal aborts.
 */
export async function sweepEveryLookUp(
  { clock, database, deployments, log, metrics }: Services,
  signal?: AbortSignal,
): Promise<void> {
  for (const { name } of deployments.all) {
    const swept = await reconcileUniqueValues(database.kysely, name, clock.now(), signal)
    for (const [what, count] of Object.entries(swept) as [keyof SweptLookUps, number][]) {
      metrics.countSweptLookUps(what, count)
    }
    if (swept.orphaned + swept.missing > 0) {
      logEvent(log, 'unique_values.repaired', { deployment: name, ...swept })
    }
  }
}
