import { serviceMethodOf } from '@gatehouse/contract/activity'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { type GameService, identityProviderOf } from '@gatehouse/contract/identityProviderRow'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import { type Path, paths } from '@gatehouse/contract/routes'
import { errors, type TokenEndpointGrantContext } from 'oidc-provider'
import { refuseBanned } from '../../auth/login/bans.ts'
import { keepRefusal } from '../../auth/login/keepRefusal.ts'
import type { LivingSession } from '../../auth/session/livingSession.ts'
import { openGameSession } from '../../auth/session/openSession.ts'
import { lockPlayer } from '../../database/accounts/credentials.ts'
import { findById, type Player } from '../../database/accounts/players.ts'
import { ipBanOf } from '../../database/auth/ipBans.ts'
import { findConnection } from '../../database/federation/connectionStatements.ts'
import { keepOnce } from '../../database/oidc/oidcArtifacts.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { offersSignInWith } from '../../deployments/offersSignInWith.ts'
import { addressOf, senderOf } from '../../http/clientContext.ts'
import { ApiError, refuse } from '../../platform/apiError.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'
import { logSecurityEvent, type SecurityEvent } from '../../platform/observability/events.ts'
import type { GameProof } from '../provider/oidcServices.ts'
import { answerTokens, type Exchange } from './gameTokens.ts'

/*
 * A game exchanges the token that its player has from a service for tokens of the linked account
 * (RFC 8693). It opens what a log-in with that service opens, and nothing where that opens nothing.
 */

export const exchangeGrant = 'urn:ietf:params:oauth:grant-type:token-exchange'
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token'

/** Why there are no tokens, as a game reads it, and where its player does something about it. */
const reasons = {
  token_invalid: null,
  token_used: null,
  unreachable: null,
  too_many: null,
  not_linked: paths.linkAccount,
  not_a_way_in: paths.security,
  unconfirmed: paths.account,
  second_step: null,
  enrolment: paths.enrolment,
  banned: paths.login,
  frozen: paths.accountSafety,
  address_banned: null,
} as const satisfies Readonly<Record<string, Path | null>>

export type ExchangeReason = keyof typeof reasons

/** The refusals of a log-in, by their codes. */
const reasonOf: Readonly<Partial<Record<ErrorCode, ExchangeReason>>> = {
  ERROR_USER_BANNED: 'banned',
  ERROR_ACCOUNT_FROZEN: 'frozen',
  ERROR_USER_CONFIRMED: 'unconfirmed',
  ERROR_SECOND_FACTOR_REQUIRED: 'second_step',
  ERROR_ENROLMENT_REQUIRED: 'enrolment',
  ERROR_USER_IP_BANNED_LOGIN: 'address_banned',
  ERROR_SERVICE_EXPIRED: 'token_used',
}

class ExchangeRefusedError extends Error {
  override readonly name = 'ExchangeRefusedError'
  readonly reason: ExchangeReason
  readonly retryAfter: number | null

  constructor(reason: ExchangeReason, retryAfter: number | null = null) {
    super(reason)
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

/** Adds the grant where a client of the deployment has it. */
export function offerExchange({
  provider,
  materials,
  deployment,
}: Pick<Exchange, 'provider' | 'materials' | 'deployment'>): void {
  const { clients } = deployment
  if (![...clients.values()].some(({ exchanges }) => exchanges.length > 0)) return
  const parameters = ['subject_token', 'subject_token_type', 'requested_token_type', 'actor_token']
  provider.registerGrantType(
    exchangeGrant,
    async (ctx) => {
      const client = clients.get(ctx.oidc.client.clientId)
      if (client) await exchange({ provider, materials, deployment, ctx, client })
    },
    [...parameters, 'scope', 'resource'],
  )
}

async function exchange(context: Exchange): Promise<void> {
  const { deployment, ctx } = context
  try {
    const { service, token } = askedOf(context)
    const session = await sessionOfGame(context, service, token)
    await answerTokens(context, session)
    Object.assign(ctx.body as object, { issued_token_type: accessTokenType })
  } catch (error) {
    const code = error instanceof ApiError ? error.items[0]?.ErrorMessage : undefined
    const reason =
      error instanceof ExchangeRefusedError ? error.reason : code && reasonOf[code as ErrorCode]
    if (!reason) throw error
    const retryAfter = error instanceof ExchangeRefusedError ? error.retryAfter : null
    refuseTokens(deployment, ctx, reason, retryAfter)
  }
}

/** Answers a refusal by the code of RFC 8693 (2.2.2), with the reason that a game acts on. */
function refuseTokens(
  { origin }: Deployment,
  ctx: TokenEndpointGrantContext,
  reason: ExchangeReason,
  retryAfter: number | null,
): void {
  const page = reasons[reason]
  const isLater = reason === 'unreachable' || reason === 'too_many'
  if (retryAfter !== null) ctx.set('retry-after', String(retryAfter))
  ctx.status = reason === 'too_many' ? 429 : isLater ? 503 : 400
  ctx.body = {
    error: isLater ? 'temporarily_unavailable' : 'invalid_request',
    error_description: `the subject token gives no tokens: ${reason}`,
    reason,
    ...(page === null ? {} : { page: new URL(page, origin).href }),
  }
}

/** The service and the token of a request; refuses what the client's entry does not have. */
function askedOf({ ctx, client, deployment }: Exchange) {
  const params = (ctx.oidc.params ?? {}) as Readonly<Record<string, unknown>>
  const { subject_token: token, subject_token_type: type, requested_token_type: wanted } = params
  if (typeof token !== 'string' || token === '') {
    throw new errors.InvalidRequest('subject_token is missing')
  }
  if (params['actor_token'] !== undefined || (wanted ?? accessTokenType) !== accessTokenType) {
    throw new errors.InvalidRequest('an exchange gives access tokens of the player alone')
  }
  const service = client.exchanges.find((name) => identityProviderOf(name).gameToken?.type === type)
  if (service === undefined || !offersSignInWith(deployment, service)) {
    throw new errors.InvalidRequest('subject_token_type is none of the client’s exchanges')
  }
  return { service, token }
}

async function sessionOfGame(
  context: Exchange,
  service: GameService,
  token: string,
): Promise<LivingSession> {
  const { materials, deployment, ctx } = context
  const { clock, database, rateLimiter } = materials
  const { kysely } = database
  const address = addressOf(ctx.ip)
  const admission = await rateLimiter.consume(deployment, 'tokenExchanges', address)
  if (!admission.isAdmitted) throw new ExchangeRefusedError('too_many', admission.retryAfter)
  const ban = await ipBanOf(database, deployment.name, ctx.ip, 'login', clock.now())
  if (ban !== null) throw new ExchangeRefusedError('address_banned')
  const { gameIds } = context.client
  const proof = await materials.gameProof(deployment, service, token, gameIds[service])
  if (proof === 'denied') throw new ExchangeRefusedError('token_invalid')
  if (proof === 'unreachable') throw new ExchangeRefusedError('unreachable')
  const { accountId } = proof
  const link = await findConnection(kysely, deployment.name, service, accountId)
  const player = link && (await findById(kysely, deployment.name, link.player_id))
  // A partner's player logs in at the partner alone.
  if (!link || !player || player.auth_type === 2) throw new ExchangeRefusedError('not_linked')
  if (!link.signs_in) throw new ExchangeRefusedError('not_a_way_in')
  const call = {
    deployment,
    services: materials,
    clientContext: senderOf({ senderIp: ctx.ip, headers: ctx.headers }),
    response: { afterwards: (act: () => void) => void ctx.res.once('close', act) },
    // A game shows no support code.
    concerns: () => undefined,
  }
  return keepRefusal(call, player, () => logIn(context, player, { ...proof, service }))
}

interface Proven extends GameProof {
  readonly service: IdentityProviderName
}

/** Opens the session as a log-in with the service does, and uses the token up. */
async function logIn(context: Exchange, player: Player, proven: Proven): Promise<LivingSession> {
  const { materials, deployment, ctx, client } = context
  const { service, accountId, tokenId, knownUntil } = proven
  const { clock, database, log } = materials
  await refuseBanned({ deployment, services: materials }, player)
  if (player.confirmed_at === null) throw refuse('ERROR_USER_CONFIRMED')
  const sender = senderOf({ senderIp: ctx.ip, headers: ctx.headers })
  const report = (event: SecurityEvent, playerId: number) => {
    const about = { call: 'oidc token exchange', deployment: deployment.name, playerId, ip: ctx.ip }
    logSecurityEvent(log, event, about, {})
    materials.metrics.countSecurityEvent(event)
  }
  const opened = await inTransaction(database.kysely, async (transaction) => {
    // Player first, as everywhere: a removal of the way in at this moment waits, or is waited for.
    const locked = await lockPlayer(transaction, deployment.name, player.id)
    const link = await findConnection(transaction, deployment.name, service, accountId)
    if (!locked || !link?.signs_in || link.player_id !== player.id) return null
    const idHash = hashOf(JSON.stringify([service, tokenId]))
    const used = { deployment: deployment.name, model: 'GameToken', idHash }
    if (!(await keepOnce(transaction, used, knownUntil, clock.now()))) return null
    const game = { methods: [serviceMethodOf(service)], clientId: client.clientId, sender }
    return openGameSession({ deployment, services: materials, report }, transaction, locked, game)
  })
  if (opened === null) throw refuse('ERROR_SERVICE_EXPIRED')
  return opened
}
