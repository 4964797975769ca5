import { allowClient } from '../clients/allowClient.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { paths } from '@gatehouse/contract/routes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction, InteractionResults, Provider } from 'oidc-provider'
import {
  type AuthorizationRequest,
  answeredQueryOf,
  keptRequest,
  queryOf,
} from './authorizationRequest.ts'
import { findById } from '../../database/accounts/players.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { refuse } from '../../platform/apiError.ts'
import type { OidcServices } from '../provider/oidcServices.ts'
import type { LivingSession } from '../../auth/session/livingSession.ts'
import { type OidcClient, type ClientScope, clientScopes, placeOf } from '../../tenants/client.ts'
import { senderOf } from '../../http/clientContext.ts'
import { readCookie } from '../../http/cookies.ts'
import { askedAcr, canMeetAcr, meetsAcr } from '../provider/acr.ts'
import { readClaims, scopesOfClaims } from '../provider/scopeClaims.ts'
import { keepLocales } from './keepLocales.ts'
import { authorizationUrl } from './authorizationUrl.ts'
import { interactionPath } from './interactionPath.ts'

/** A client's sign-in that waits for the player. */
export interface Pending {
  readonly services: OidcServices
  readonly deployment: Deployment
  readonly provider: Provider
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Continues a sign-in, or asks for its missing part: the portal's log-in, or the player's consent.
 * A sign-in belongs to the browser that began it.
 */
export async function showInteraction(pending: Pending): Promise<FastifyReply> {
  const { services, deployment, request } = pending
  const secret = readCookie(request, deployment, 'sites')
  const living =
    secret === null ? null : await services.sessions.findByClientsSecret(deployment, secret)
  const kept = keptRequest(services, request, uidOf(request))
  if (kept) return logIn(pending, kept, living)
  const interaction = await interactionOf(pending)
  const consent = consentOf(pending, interaction)
  if (!living || interaction.session?.accountId !== String(living.playerId)) return begin(pending)
  const player = await findById(services.database.kysely, deployment.name, living.playerId)
  if (!player) return begin(pending)
  const { ui_locales: uiLocales } = interaction.params
  const visit = { request, deployment, uiLocales: textOf(uiLocales) }
  const page = services.renderPage(visit, 'consent', {
    clientName: consent.client.name,
    isAskedAgain: consent.client.applicationType === 'native',
    host: placeOf(String(interaction.params['redirect_uri'])),
    username: player.username,
    scopes: consent.scopes,
    action: interactionPath(interaction.uid),
  })
  return pending.reply.headers(page.headers).send(page.html)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The player's answer to a client's request for consent. */
export async function answerConsent(pending: Pending, answer: unknown): Promise<FastifyReply> {
  const { services, deployment, request } = pending
  if (request.headers.origin !== deployment.origin) throw refuse('INVALID_REQUEST')
  const interaction = await interactionOf(pending)
  const { client, scopes } = consentOf(pending, interaction)
  const secret = readCookie(request, deployment, 'sites')
  const living =
    secret === null ? null : await services.sessions.findByClientsSecret(deployment, secret)
  const accountId = interaction.session?.accountId
  if (!living || accountId !== String(living.playerId)) return begin(pending)
  if (answer !== 'allow') return finish(pending, interaction, { error: 'access_denied' })
  const context = { deployment, services, clientContext: senderOf(request) }
  const player = { id: living.playerId, family: living.family }
  await inTransaction(services.database.kysely, (transaction) =>
    allowClient(context, transaction, player, client, scopes),
  )
  return finish(pending, interaction, { consent: {} })
}

async function interactionOf({ provider, request, reply }: Pending): Promise<Interaction> {
  const { cookies } = provider.createContext(request.raw, reply.raw)
  const uid = cookies.get(provider.cookieName('interaction'), { signed: true })
  const interaction = uid === uidOf(request) ? await provider.Interaction.find(uid) : undefined
  if (!interaction) throw refuse('This request is not authorized.')
  return interaction
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
  const isOffered = (request.query as { readonly offered?: unknown }).offered !== undefined
  if (kept.registers && isPage && !isProven && !isOffered) {
    return reply.redirect(registerPage(deployment, kept, living).href, 303)
  }
  if (isWeak && isPage && isFresh) {
    const page = new URL(paths.secondStep, deployment.origin)
    page.searchParams.set('redirectUrl', interactionPath(uid))
    return reply.redirect(page.href, 303)
  }
  if (living && isPage && isFresh) {
    const query = answeredQueryOf(kept, isProven)
    return reply.redirect(await authorizationUrl(provider, deployment, query), 303)
  }
  const page = new URL(paths.login, deployment.origin)
  page.searchParams.set('clientId', String(parameters['client_id']))
  page.searchParams.set('redirectUrl', interactionPath(uid))
  const hint = parameters['login_hint']
  if (typeof hint === 'string') page.searchParams.set('login_hint', hint.slice(0, 255))
  keepLocales(page, deployment, parameters['ui_locales'])
  if (living) page.searchParams.set('prompt', 'login')
  return reply.redirect(page.href, 303)
}

/**
 * The portal's registration for a client's visitor. A player who comes back without a new account has
 * seen it, and goes on with the account that is signed in.
 */
function registerPage(
  deployment: Deployment,
  { uid, parameters }: AuthorizationRequest,
  living: LivingSession | null,
): URL {
  const page = new URL(paths.register, deployment.origin)
  page.searchParams.set('clientId', String(parameters['client_id']))
  page.searchParams.set('redirectUrl', `${interactionPath(uid)}?offered=1`)
  keepLocales(page, deployment, parameters['ui_locales'])
  if (living) page.searchParams.set('prompt', 'create')
  return page
}

interface AskedConsent {
  readonly client: OidcClient
  readonly scopes: readonly ClientScope[]
}

function consentOf({ deployment }: Pending, { prompt, params }: Interaction): AskedConsent {
  const client = deployment.clients.get(String(params['client_id']))
  if (prompt.name !== 'consent' || !client) throw refuse('This request is not authorized.')
  const named = scopesOfClaims(readClaims(params['claims']))
  const asked = new Set([...String(params['scope']).split(' '), ...named])
  return { client, scopes: clientScopes.filter((scope) => asked.has(scope)) }
}

/** The session changed during the sign-in: it starts again with the present session. */
async function begin(pending: Pending): Promise<FastifyReply> {
  const { params } = await interactionOf(pending)
  const { provider, deployment } = pending
  return pending.reply.redirect(await authorizationUrl(provider, deployment, queryOf(params)), 303)
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
