import { recordAct } from '../../auth/security-acts/recordAct.ts'
import type { Requester } from '../../database/auth/ledger.ts'
import { revokeDevicesAt } from '../../database/auth/sessionStatements.ts'
import { addConsent, consentsOf, endClientConsent } from '../../database/oidc/clientConsents.ts'
import { listClientsInUse } from '../../database/oidc/clientSessions.ts'
import { appendConsents } from '../../database/preferences/consents.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { type ClientScope, clientScopes, type OidcClient } from '../../deployments/client.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { idleSince } from '../../deployments/idleSince.ts'
import type { OidcServices } from '../provider/oidcServices.ts'

interface ConsentContext {
  readonly deployment: Deployment
  readonly services: OidcServices
  readonly clientContext: Requester
}

/** A player in a session. */
interface ConsentingPlayer {
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
  const before = { clientId }
  const act = { act: 'site-allowed', shown: { Name }, before, family } as const
  await recordAct(context, transaction, { id }, act)
}

/** Ends a player's consent for a client, with its sessions and tokens; false when there was none. */
export async function withdrawConsent(
  context: ConsentContext,
  player: ConsentingPlayer,
  clientId: string,
): Promise<boolean> {
  const { deployment, services, clientContext } = context
  const { name, clients } = deployment
  return inTransaction(services.database.kysely, async (transaction) => {
    const consents = await consentsOf(transaction, name, player.id)
    // The studio's own clients need no consent.
    if (!consents.some((consent) => consent.clientId === clientId)) return false
    const now = services.clock.now()
    const ended = { deployment: name, playerId: player.id, clientId }
    // This comes first: without the consent the client would not be notified.
    const shown = { Name: clients.get(clientId)?.name ?? clientId }
    const act = { act: 'site-withdrawn', shown, clientId, family: player.family } as const
    await recordAct(context, transaction, player, act)
    await revokeDevicesAt(transaction, ended, now)
    await endClientConsent(transaction, ended, now)
    const consent = { subject: `site ${clientId}`, accepted: false }
    await appendConsents(transaction, name, { id: player.id, ip: clientContext.ip }, [consent], now)
    return true
  })
}

/** The clients with a player's consent, the newest first. */
export async function clientsOf(
  { database }: OidcServices,
  deployment: Deployment,
  playerId: number,
) {
  const consents = await consentsOf(database.kysely, deployment.name, playerId)
  return consents.map(({ clientId, scopes, givenAt }) => ({
    clientId,
    // The deployment has dropped this client since, but its consent can still be withdrawn.
    name: deployment.clients.get(clientId)?.name ?? clientId,
    scopes: clientScopes.filter((scope) => scopes.includes(scope)),
    givenAt,
  }))
}

/** The studio's own clients where a player is signed in, the latest sign-in first. */
export async function ownClientsOf(
  { database, clock }: OidcServices,
  deployment: Deployment,
  playerId: number,
) {
  const now = clock.now()
  const { name, partners } = deployment
  const openPartners = [...partners].flatMap(([slug, { enabled }]) => (enabled ? [slug] : []))
  const living = { deployment: name, idleSince: idleSince(deployment, now), openPartners }
  const used = await listClientsInUse(database.kysely, playerId, living, now)
  return used.flatMap(({ clientId, signedInAt }) => {
    const client = deployment.clients.get(clientId)
    return client?.firstParty ? [{ clientId, name: client.name, signedInAt }] : []
  })
}
