import type { Provider } from 'oidc-provider'
import { keepOnce } from '../../database/oidc/oidcArtifacts.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { Database } from '../../database/connection/openDatabase.ts'
import type { Clock } from '../../platform/clock.ts'

/**
 * Lets a client's assertion and a proof of its key count once, at all servers: the library looks first
 * and writes then, and two servers that look at the same moment would both see nothing.
 */
export function refuseReplays(
  { ReplayDetection }: Provider,
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { name }: Deployment,
): void {
  ReplayDetection.unique = (iss, jti, exp) => {
    const idHash = hashOf(JSON.stringify([iss, jti]))
    const key = { deployment: name, model: 'ReplayDetection', idHash }
    return keepOnce(database.kysely, key, new Date(exp * 1000), clock.now())
  }
}
