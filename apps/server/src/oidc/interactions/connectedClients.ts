import { sitesPath } from '@gatehouse/contract/routes'
import type { FastifyReply } from 'fastify'
import { senderOf } from '../../http/clientContext.ts'
import { refuse } from '../../platform/apiError.ts'
import { livingOf, logInPage, signedInOf, type Visit } from './visit.ts'
import { clientsOf, withdrawConsent } from '../clients/clientConsent.ts'

/**
 * Shows a player the clients with the player's consent; a visitor is redirected to the portal's
 * log-in first.
 */
export async function showConnectedClients(visit: Visit): Promise<FastifyReply> {
  const { services, deployment, request, reply } = visit
  const signedIn = await signedInOf(visit)
  if (!signedIn) return reply.redirect(logInPage(deployment, sitesPath), 303)
  const { id, username } = signedIn.player
  const clients = await clientsOf(services, deployment, id)
  const props = { username, player: String(id), clients }
  const page = services.renderPage({ request, deployment }, 'connected-clients', props)
  return reply.headers(page.headers).send(page.html)
}

/**
 * Withdraws a player's consent for a client: the client is signed out, its tokens are void, and the
 * next sign-in asks again. Refuses requests from a page of another origin. Whoever has logged in since the
 * page was made is shown the own list.
 */
export async function withdraw(visit: Visit): Promise<FastifyReply> {
  const { services, deployment, request, reply } = visit
  const form = (request.body ?? {}) as Readonly<Record<string, unknown>>
  const { site: clientId } = form
  const isOurs = request.headers.origin === deployment.origin
  if (!isOurs || typeof clientId !== 'string') throw refuse('INVALID_REQUEST')
  const living = await livingOf(visit)
  if (!living) return reply.redirect(logInPage(deployment, sitesPath), 303)
  // A page of the version before says no player.
  const { player = String(living.playerId) } = form
  if (player === String(living.playerId)) {
    const context = { deployment, services, clientContext: senderOf(request) }
    await withdrawConsent(context, { id: living.playerId, family: living.family }, clientId)
  }
  return reply.redirect(`${deployment.origin}${sitesPath}`, 303)
}
