import { paths } from '@gatehouse/contract/routes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction, InteractionResults, Provider } from 'oidc-provider'
import type { LivingSession } from '../../auth/session/livingSession.ts'
import { hasPassword } from '../../database/accounts/players.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { senderOf } from '../../http/clientContext.ts'
import { refuse } from '../../platform/apiError.ts'
import {
  type ClientScope,
  clientScopes,
  type OidcClient,
  placeOf,
} from '../../deployments/client.ts'
import { allowClient } from '../clients/clientConsent.ts'
import { askedAcr, canMeetAcr, meetsAcr } from '../provider/acr.ts'
import { readClaims, scopesOfClaims } from '../provider/scopeClaims.ts'
import {
  answeredQueryOf,
  type AuthorizationRequest,
  authorizationUrl,
  interactionPath,
  keptRequest,
  playerRefuses,
  pushedOf,
  queryOf,
} from './authorizationRequest.ts'
import {
  livingOf,
  portalPage,
  serviceHint,
  serviceHintOf,
  signedInOf,
  uiLocalesOf,
  type Visit,
} from './visit.ts'

/** A client's sign-in that waits for the player. */
export interface Pending extends Visit {
  readonly provider: Provider
}

/**
 * Continues a sign-in, or asks for its missing part: the portal's log-in, or the player's consent.
 * A sign-in belongs to the browser that began it.
 */
export async function showInteraction(pending: Pending): Promise<FastifyReply> {
  const { services, deployment, request } = pending
  const kept = keptRequest(services, request, uidOf(request))
  if (kept) return logIn(pending, kept, await livingOf(pending))
  const interaction = await interactionOf(pending)
  if (!interaction) return showInterrupted(pending)
  const consent = consentOf(pending, interaction)
  const signedIn = await signedInOf(pending)
  if (!signedIn || !isOf(signedIn.living, interaction)) return begin(pending, interaction)
  const { ui_locales: uiLocales } = interaction.params
  const visit = { request, deployment, uiLocales: textOf(uiLocales) }
  const page = services.renderPage(visit, 'consent', {
    clientName: consent.client.name,
    isAskedAgain: consent.client.applicationType === 'native',
    host: placeOf(String(interaction.params['redirect_uri'])),
    username: signedIn.player.username,
    hasPassword: hasPassword(signedIn.player),
    scopes: consent.scopes,
    action: interactionPath(interaction.uid),
  })
  return pending.reply.headers(page.headers).send(page.html)
}

/** True if the player of an interaction is that of a session. */
function isOf({ playerId }: LivingSession, { session }: Interaction): boolean {
  return session?.accountId === String(playerId)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The player's answer to a client's request for consent. */
export async function answerConsent(pending: Pending): Promise<FastifyReply> {
  const { services, deployment, request } = pending
  if (request.headers.origin !== deployment.origin) throw refuse('INVALID_REQUEST')
  const interaction = await interactionOf(pending)
  if (!interaction) return showInterrupted(pending)
  const { client, scopes } = consentOf(pending, interaction)
  const living = await livingOf(pending)
  if (!living || !isOf(living, interaction)) return begin(pending, interaction)
  const { answer } = (request.body ?? {}) as { readonly answer?: unknown }
  if (answer !== 'allow') return finish(pending, interaction, { error: 'access_denied' })
  const context = { deployment, services, clientContext: senderOf(request) }
  const player = { id: living.playerId, family: living.family }
  await inTransaction(services.database.kysely, (transaction) =>
    allowClient(context, transaction, player, client, scopes),
  )
  return finish(pending, interaction, { consent: {} })
}

/** The interaction of this browser; undefined where it is over, or another browser's. */
async function interactionOf({
  provider,
  request,
  reply,
}: Pending): Promise<Interaction | undefined> {
  const { cookies } = provider.createContext(request.raw, reply.raw)
  const uid = cookies.get(provider.cookieName('interaction'), { signed: true })
  return uid === uidOf(request) ? provider.Interaction.find(uid) : undefined
}

/** Says that the client no longer waits, and leads to it and to the account. */
export async function showInterrupted(visit: Visit): Promise<FastifyReply> {
  const { services, deployment, request, reply } = visit
  const { client: clientId = '' } = request.query as { readonly client?: unknown }
  const client = deployment.clients.get(String(clientId))
  const isOurs = client?.firstParty === true && client.applicationType === 'web'
  const [address] = isOurs ? client.redirectUris : []
  const page = services.renderPage({ request, deployment }, 'interrupted', {
    clientName: client?.name ?? null,
    site: address === undefined ? null : new URL(address).origin,
    isLoggedIn: (await livingOf(visit)) !== null,
  })
  return reply.headers(page.headers).send(page.html)
}

function uidOf({ params }: FastifyRequest): string {
  return (params as { uid: string }).uid
}

/** A player with a session continues, unless the client requires a later authentication. */
async function logIn(
  { services, provider, deployment, request, reply }: Pending,
  kept: AuthorizationRequest,
  living: LivingSession | null,
): Promise<FastifyReply> {
  const { uid, parameters, mustBeProven, askedAt } = kept
  // The provider knows no session in a frame or a script either, and would lead back here.
  const isPage = ['document', undefined].includes(
    [request.headers['sec-fetch-dest']].flat()[0] || undefined,
  )
  const isProven = living !== null && living.authenticatedAt.getTime() >= askedAt
  const isFresh = !mustBeProven || isProven
  const asked = askedAcr(parameters)
  const isWeak =
    living !== null &&
    !meetsAcr(asked, living.methods) &&
    // A player without a second step goes on to the provider, which answers the client.
    (await canMeetAcr(services.database.kysely, deployment, asked, living.playerId))
  if ((request.query as { readonly refused?: unknown }).refused !== undefined) {
    const query = queryOf({ ...parameters, [playerRefuses]: '1' })
    return reply.redirect(await authorizationUrl(provider, deployment, query, kept.pushed), 303)
  }
  const isOffered = (request.query as { readonly offered?: unknown }).offered !== undefined
  const clientId = String(parameters['client_id'])
  const ui_locales = uiLocalesOf(deployment, parameters['ui_locales'])
  const path = `${interactionPath(uid)}?${new URLSearchParams({ client: clientId }).toString()}`
  // A player who comes back without a new account has seen the registration, and goes on with the
  // account that is signed in.
  if (kept.registers && isPage && !isProven && !isOffered) {
    const redirectUrl = `${path}&offered=1`
    const prompt = living ? 'create' : undefined
    const page = { clientId, redirectUrl, ui_locales, prompt }
    return reply.redirect(portalPage(deployment, paths.register, page), 303)
  }
  if (isWeak && isPage && isFresh) {
    return reply.redirect(portalPage(deployment, paths.secondStep, { redirectUrl: path }), 303)
  }
  if (living && isPage && isFresh) {
    const query = answeredQueryOf(kept, isProven)
    return reply.redirect(await authorizationUrl(provider, deployment, query, kept.pushed), 303)
  }
  const page = portalPage(deployment, paths.login, {
    clientId,
    redirectUrl: path,
    login_hint: textOf(parameters['login_hint'])?.slice(0, 255),
    [serviceHint]: serviceHintOf(deployment, parameters[serviceHint]),
    ui_locales,
    prompt: living ? 'login' : undefined,
  })
  return reply.redirect(page, 303)
}

function consentOf(
  { deployment }: Pending,
  { prompt, params }: Interaction,
): { readonly client: OidcClient; readonly scopes: readonly ClientScope[] } {
  const client = deployment.clients.get(String(params['client_id']))
  if (prompt.name !== 'consent' || !client) throw refuse('This request is not authorized.')
  const named = scopesOfClaims(client, readClaims(params['claims']))
  const asked = new Set([...String(params['scope']).split(' '), ...named])
  return { client, scopes: clientScopes.filter((scope) => asked.has(scope)) }
}

/** The session changed during the sign-in: it starts again with the present session. */
async function begin(
  { provider, deployment, reply }: Pending,
  interaction: Interaction,
): Promise<FastifyReply> {
  const query = queryOf(interaction.params)
  const page = await authorizationUrl(provider, deployment, query, pushedOf(interaction))
  return reply.redirect(page, 303)
}

/** Lets the provider continue. The session at the beginning of the sign-in no longer matters. */
async function finish(
  { reply }: Pending,
  interaction: Interaction,
  result: InteractionResults,
): Promise<FastifyReply> {
  interaction.session = undefined
  interaction.result = { ...interaction.lastSubmission, ...result }
  await interaction.persist()
  return reply.redirect(interaction.returnTo, 303)
}
