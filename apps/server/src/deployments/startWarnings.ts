import { listPasskeyDomains } from '../database/auth/passkeys.ts'
import { changedCollation } from '../database/operations/changedCollation.ts'
import type { Executor } from '../database/schema/executor.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { Deployment } from './deployments.ts'
import type { DeploymentServices } from './deploymentServices.ts'

type Services = Pick<DeploymentServices, 'database' | 'deployments' | 'log'>

/** A deployment whose players have passkeys of another domain than its own, where none works. */
export interface LostPasskeys {
  readonly deployment: string
  readonly rpId: string
  readonly domains: readonly string[]
}

/** The deployments whose `rpId` was changed while players had passkeys. */
export async function listLostPasskeys(
  executor: Executor,
  deployments: readonly Pick<Deployment, 'name' | 'rpId'>[],
): Promise<readonly LostPasskeys[]> {
  const all = await Promise.all(
    deployments.map(async ({ name, rpId }) => {
      const domains = await listPasskeyDomains(executor, name)
      return { deployment: name, rpId, domains: domains.filter((domain) => domain !== rpId) }
    }),
  )
  return all.filter(({ domains }) => domains.length > 0)
}

/** Writes a log line for each of them. Passwords and recoveries still work, so the server starts. */
export async function warnAboutLostPasskeys({
  database,
  deployments,
  log,
}: Services): Promise<void> {
  for (const lost of await listLostPasskeys(database.kysely, deployments.all)) {
    logEvent(log, 'passkeys.lost', { ...lost })
  }
}

/** Writes a log line where the database sorts in another order than its indexes. */
export async function warnAboutCollation({ database, log }: Omit<Services, 'deployments'>) {
  const changed = await changedCollation(database.kysely)
  if (changed !== null) logEvent(log, 'database.collation_changed', { ...changed })
}
