import { isIdentityProvider } from '@gatehouse/contract/identityProviderNames'
import { offerOf } from '@gatehouse/contract/languages'
import { lookUpLanguage } from '@gatehouse/contract/lookUpLanguage'
import { type Path, paths } from '@gatehouse/contract/routes'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LivingSession } from '../../auth/session/livingSession.ts'
import { findById, type Player } from '../../database/accounts/players.ts'
import { readCookie } from '../../http/cookies.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { offersSignInWith } from '../../deployments/offersSignInWith.ts'
import { type ClientFault, messageOf } from '../clients/clientRefusals.ts'
import type { OidcServices } from '../provider/oidcServices.ts'

/** A request for one of our own pages beside those of the provider. */
export interface Visit {
  readonly services: OidcServices
  readonly deployment: Deployment
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The session of the visit's browser, as clients know it; null for a visitor. */
export async function livingOf(visit: Visit): Promise<LivingSession | null> {
  const { services, deployment, request } = visit
  const secret = readCookie(request, deployment, 'sites')
  return secret === null ? null : services.sessions.findByClientsSecret(deployment, secret)
}

/** A session with its player. */
export interface SignedIn {
  readonly living: LivingSession
  readonly player: Player
}

/** The session of the visit's browser with its player; null for a visitor. */
export async function signedInOf(visit: Visit): Promise<SignedIn | null> {
  const living = await livingOf(visit)
  if (!living) return null
  const { services, deployment } = visit
  const player = await findById(services.database.kysely, deployment.name, living.playerId)
  return player ? { living, player } : null
}

/** The address of a screen of the portal; parameters without a value are left out. */
export function portalPage(
  { origin }: Deployment,
  path: Path,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const page = new URL(path, origin)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) page.searchParams.set(name, value)
  }
  return page.href
}

/** The parameter of a request that names the service which its visitor logs in with. */
export const serviceHint = 'idp_hint'

/** That service, for the portal; undefined for none with which players log in here. */
export function serviceHintOf(deployment: Deployment, asked: unknown): string | undefined {
  const isService = typeof asked === 'string' && isIdentityProvider(asked)
  return isService && offersSignInWith(deployment, asked) ? asked : undefined
}

/** The portal's log-in, which comes back to a path of ours. */
export function logInPage(deployment: Deployment, redirectUrl: string): string {
  return portalPage(deployment, paths.login, { redirectUrl })
}

/** The portal's page that refuses a request of a person, and says what its client has done wrong. */
export function badRequestPage(deployment: Deployment, fault: ClientFault | null = null): string {
  return portalPage(deployment, paths.badRequest, { message: messageOf(deployment, fault) })
}

/** More wishes than a person has are a program's. */
const maxWishes = 30

/**
 * The `ui_locales` for the portal, by those of a client's request: the first language that the deployment
 * offers. Undefined where it offers one language, or none of them.
 */
export function uiLocalesOf(
  { configuration, rules }: Deployment,
  asked: unknown,
): string | undefined {
  if (!rules.offersLanguages || typeof asked !== 'string') return undefined
  return lookUpLanguage(asked.split(/[ ,]+/, maxWishes), offerOf(configuration)) ?? undefined
}
