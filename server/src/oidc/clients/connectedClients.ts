import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { paths, sitesPath } from '@gatehouse/contract/routes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { appendConsents } from '../../database/preferences/consents.ts'
import { revokeDevicesAt } from '../../database/auth/sessions.ts'
import { endClientConsent } from '../../database/oidc/endClientConsent.ts'
import { findById } from '../../database/accounts/players.ts'
import { consentsOf } from '../../database/oidc/clientConsents.ts'
import { listClientsInUse } from '../../database/oidc/clientSessions.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { refuse } from '../../platform/apiError.ts'
import type { OidcServices } from '../provider/oidcServices.ts'
import type { LivingSession } from '../../auth/session/livingSession.ts'
import { clientScopes } from '../../tenants/client.ts'
import { idleSince } from '../../tenants/idleSince.ts'
import { recordAct } from '../../auth/acts/recordAct.ts'
import type { ConsentContext, ConsentingPlayer } from './allowClient.ts'
import { senderOf } from '../../http/clientContext.ts'
import { readCookie } from '../../http/cookies.ts'

/**
 * Shows a player the clients with the player's consent; a visitor is redirected to the portal's
 * log-in first.
 */
export async function showConnectedClients(
  services: OidcServices,
  deployment: Deployment,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const living = await livingOf(services, deployment, request)
  const { kysely } = services.database
  const player = living && (await findById(kysely, deployment.name, living.playerId))
  if (!player) return logIn(deployment, reply)
  const clients = await clientsOf(services, deployment, player.id)
  const page = services.renderPage({ request, deployment }, 'connected-clients', {
    username: player.username,
    clients,
  })
  return reply.headers(page.headers).send(page.html)
}

/** The clients with a player's consent, the newest first. */
export async function clientsOf(
  { database }: Pick<OidcServices, 'database'>,
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
  { database, clock }: Pick<OidcServices, 'database' | 'clock'>,
  deployment: Deployment,
  playerId: number,
) {
  const now = clock.now()
  const openPartners = [...deployment.partners].flatMap(([slug, { enabled }]) =>
    enabled ? [slug] : [],
  )
  const living = {
    deployment: deployment.name,
    idleSince: idleSince(deployment, now),
    openPartners,
  }
  const used = await listClientsInUse(database.kysely, playerId, living, now)
  return used.flatMap(({ clientId, signedInAt }) => {
    const client = deployment.clients.get(clientId)
    return client?.firstParty ? [{ clientId, name: client.name, signedInAt }] : []
  })
}

/**
 * Withdraws a player's consent for a client: the client is signed out, its tokens are void, and the
 * next sign-in asks again. Refuses requests from another site's page.
 */
export async function withdraw(
  services: OidcServices,
  deployment: Deployment,
  request: FastifyRequest,
  reply: FastifyReply,
  clientId: unknown,
): Promise<FastifyReply> {
  const isOurs = request.headers.origin === deployment.origin
  if (!isOurs || typeof clientId !== 'string') throw refuse('INVALID_REQUEST')
  const living = await livingOf(services, deployment, request)
  if (!living) return logIn(deployment, reply)
  const context = { deployment, services, clientContext: senderOf(request) }
  await withdrawConsent(context, { id: living.playerId, family: living.family }, clientId)
  return reply.redirect(`${deployment.origin}${sitesPath}`, 303)
}

/** Ends a player's consent for a client, with its sessions and tokens; false when there was none. */
export async function withdrawConsent(
  context: ConsentContext & { readonly services: Pick<OidcServices, 'database'> },
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

async function livingOf(
  { sessions }: OidcServices,
  deployment: Deployment,
  request: FastifyRequest,
): Promise<LivingSession | null> {
  const secret = readCookie(request, deployment, 'sites')
  return secret === null ? null : sessions.findByClientsSecret(deployment, secret)
}

function logIn({ origin }: Deployment, reply: FastifyReply): FastifyReply {
  const page = new URL(paths.login, origin)
  page.searchParams.set('redirectUrl', sitesPath)
  return reply.redirect(page.href, 303)
}
