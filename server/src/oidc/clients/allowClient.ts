import { recordAct } from '../../auth/acts/recordAct.ts'
import type { LedgerVisitor } from '../../database/auth/ledger.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { addConsent } from '../../database/oidc/clientConsents.ts'
import { appendConsents } from '../../database/preferences/consents.ts'
import type { ClientScope, OidcClient } from '../../tenants/client.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { OidcServices } from '../provider/oidcServices.ts'

export interface ConsentContext {
  readonly deployment: Deployment
  readonly services: Pick<OidcServices, 'clock' | 'events' | 'log'>
  readonly clientContext: LedgerVisitor
}

/** A player in a session. */
export interface ConsentingPlayer {
  readonly id: number
  readonly family: string
}

/** Writes that a player lets a client in, where it is asked: the studio's own need no consent. */
export async function allowClient(
  context: ConsentContext,
  transaction: Executor,
  { id, family }: ConsentingPlayer,
  { clientId, name: Name, firstParty }: OidcClient,
  scopes: readonly ClientScope[],
): Promise<void> {
  const { deployment, services, clientContext } = context
  const { name } = deployment
  if (!firstParty) {
    const now = services.clock.now()
    await addConsent(transaction, { deployment: name, playerId: id, clientId, scopes }, now)
    const given = { subject: `site ${clientId}`, accepted: true }
    await appendConsents(transaction, name, { id, ip: clientContext.ip }, [given], now)
  }
  await recordAct(context, transaction, { id }, { act: 'site-allowed', shown: { Name }, family })
}
