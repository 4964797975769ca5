import type { SignInMethod } from '@gatehouse/contract/activity'
import type { SecondStep } from '@gatehouse/contract/errorItems'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { lifetimes } from '@gatehouse/contract/limits'
import { lockPlayer } from '../../database/accounts/credentials.ts'
import { findById, type Player } from '../../database/accounts/players.ts'
import { hasSignedInOnce } from '../../database/auth/ledger.ts'
import { hasBadgeOf } from '../../database/preferences/surveys.ts'
import { afterCommit, inTransaction } from '../../database/transactions/inTransaction.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { factorBits } from '../../database/schema/values.ts'
import { refuse } from '../../platform/apiError.ts'
import { after } from '../../platform/clock.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { isRestricted } from '../../deployments/secondStepPolicy.ts'
import { cancelDeletion } from '../security-acts/cancelDeletion.ts'
import { linkAtLogIn } from '../security-acts/linkAtLogIn.ts'
import type { MailedActContext } from '../security-acts/recordAct.ts'
import { stopRecoveryCase } from '../security-acts/stopRecovery.ts'
import { type MailedPlayer, mailWithinLimit } from '../security-acts/securityMails.ts'
import type { AuthCall, AuthServices } from '../authServices.ts'
import { knownBrowserOf, newKnownBrowserToken } from '../rate-limits/knownBrowsers.ts'
import { type LivingSession, multiFactorMethods } from './livingSession.ts'
import { owesSecondStep, requiredSecondStep } from './requiredSecondStep.ts'

/** The player as read for the authentication, which is void once one of these has changed. */
type AuthenticatedPlayer = MailedPlayer &
  Pick<Player, 'trust_reset_at' | 'frozen_at' | 'deletion_due_at'>

type Context = Pick<AuthCall, 'deployment' | 'clientContext' | 'response'> & {
  readonly services: Pick<
    AuthServices,
    | 'clock'
    | 'credentialStuffing'
    | 'database'
    | 'events'
    | 'key'
    | 'log'
    | 'outbox'
    | 'rateLimiter'
    | 'secrets'
    | 'sessions'
  >
  readonly report: (event: 'login.succeeded', playerId: number) => void
}

interface Authentication {
  readonly methods: readonly SignInMethod[]
  readonly clientId: string
  /** Slug of the partner that authenticated the player; null for every other way. */
  readonly partner: string | null
}

export type LoginResult =
  | {
      readonly outcome: 'session'
      readonly sessionId: string
      /** Of the note that makes the browser known; null without one. */
      readonly browserHash: Buffer | null
    }
  | { readonly outcome: 'second-step'; readonly step: SecondStep }
  /** `safety`: the link by which a second factor opens it; null for a player without one from before. */
  | { readonly outcome: 'frozen'; readonly safety: string | null }
  /** The account had its access revoked, was frozen, or got another factor in the meantime. */
  | { readonly outcome: 'outdated' }

/** A game that signs its player in by a service. */
interface Game {
  readonly methods: readonly SignInMethod[]
  /** The client that it is. */
  readonly clientId: string
  readonly sender: Pick<AuthCall['clientContext'], 'ip' | 'userAgent'>
}

type GameContext = Pick<Context, 'deployment' | 'report'> & {
  readonly services: MailedActContext['services'] & Pick<AuthServices, 'sessions'>
}

/**
 * Opens the session of a game without a browser, unless what keeps a browser out keeps the player out.
 * There is nobody to ask for a second step: throws ERROR_SECOND_FACTOR_REQUIRED without one, and
 * ERROR_ENROLMENT_REQUIRED where the player has yet to set one up. Null when the authentication is void.
 */
export async function openGameSession(
  { deployment, services, report }: GameContext,
  transaction: Executor,
  player: MailedPlayer & Pick<Player, 'trust_reset_at' | 'frozen_at' | 'deletion_due_at'>,
  { methods, clientId, sender }: Game,
): Promise<LivingSession | null> {
  if (player.frozen_at !== null) throw refuse('ERROR_ACCOUNT_FROZEN')
  if (owesSecondStep(player, methods)) throw refuse('ERROR_SECOND_FACTOR_REQUIRED')
  const badges = deployment.requiredForBadges
  const has_asked_badge =
    badges !== null && (await hasBadgeOf(transaction, deployment.name, player.id, badges))
  if (isRestricted(deployment, { ...player, methods, partner: null, has_asked_badge })) {
    throw refuse('ERROR_ENROLMENT_REQUIRED')
  }
  const from = {
    playerId: player.id,
    authenticatedAt: services.clock.now(),
    methods,
    secondAt: null,
    partner: null,
  }
  const { factors, trust_reset_at: trustResetAt } = player
  const owner = { from, clientId, lives: lifetimes.gameSession, factors, trustResetAt }
  const opened = await services.sessions.openForDevice(transaction, deployment, owner, sender)
  if (!opened) return null
  await afterCommit(transaction, services.log, () => report('login.succeeded', player.id))
  // There is no page, whose language the mail could have.
  await cancelDeletion({ deployment, services, clientContext: null }, transaction, player)
  return opened
}

/**
 * The only function that opens sessions of browsers: for a player who has just been authenticated, unless
 * something keeps the player out. Sets the session's cookies and makes the browser known, in a
 * transaction once that has committed. The caller has looked for a ban and an unconfirmed address.
 */
export async function openSession(
  context: Context,
  transaction: Executor | null,
  player: AuthenticatedPlayer,
  { methods: given, clientId, partner }: Authentication,
): Promise<LoginResult> {
  const { deployment, services, clientContext, response, report } = context
  if (player.frozen_at !== null) {
    return { outcome: 'frozen', safety: await linkAtLogIn(context, transaction, player) }
  }
  // A partner's players guess no passwords here: the note serves the security section alone.
  const keepsKnownBrowser = partner === null || deployment.rules.hasSecuritySection
  const note = keepsKnownBrowser ? newKnownBrowserToken() : null
  const browserHash = note === null ? null : hashOf(note)
  const authenticated = { methods: given, clientId, browserHash }
  const owed = await requiredSecondStep(context, transaction, player, authenticated)
  if ('step' in owed) return { outcome: 'second-step', step: owed.step }
  const { methods } = owed
  const { key, clock } = services
  const cookie = clientContext.cookie('browser')
  const isNewBrowser =
    keepsKnownBrowser && knownBrowserOf(key.browsers, cookie, player, clock.now()) === null
  const owner = {
    playerId: player.id,
    clientId,
    partner,
    methods,
    browserHash,
    isNewBrowser,
    trustResetAt: player.trust_reset_at,
    factors: player.factors,
  }
  const opened = await services.sessions.open(transaction, deployment, owner, clientContext)
  if (!opened) return { outcome: 'outdated' }
  const { sessionSecret, sessionId } = opened
  await afterCommit(transaction, services.log, () => {
    response.setSessionCookies(sessionSecret, sessionId)
    if (note !== null) response.setKnownBrowserCookie(player.id, note)
    report('login.succeeded', player.id)
  })
  if (player.deletion_due_at !== null) await keepAccount(context, transaction, player)
  await stopRecoveryOf(context, transaction, player, methods)
  if (isNewBrowser && wantsNewBrowserMail(deployment, player)) {
    await afterCommit(transaction, services.log, () => notifyNewBrowser(context, player))
  } else if (isNewBrowser && methods.length === 1 && methods[0] === 'pwd') {
    // Held in memory until it is sent, so it contains no more of the request than the mail needs.
    const login = { deployment, services, clientContext }
    services.credentialStuffing.notifyIfDetected(deployment.name, () =>
      mailWithinLimit(login, player, { name: 'newLogIn' }),
    )
  }
  return { outcome: 'session', sessionId, browserHash }
}

/**
 * The session id of a log-in. Throws the refusal of every other outcome; `outdated` is that of a
 * void authentication.
 */
export function sessionIdOf(login: LoginResult, outdated: ErrorCode): string {
  if (login.outcome === 'session') return login.sessionId
  if (login.outcome === 'second-step') {
    throw refuse('ERROR_SECOND_FACTOR_REQUIRED', { step: login.step })
  }
  if (login.outcome === 'frozen') throw refuse('ERROR_ACCOUNT_FROZEN', { safety: login.safety })
  throw refuse(outdated)
}

/** Who logs in keeps the account: the deletion that waits is cancelled, and the player is told. */
async function keepAccount(
  context: Context,
  transaction: Executor | null,
  { id }: AuthenticatedPlayer,
): Promise<void> {
  const { deployment, services, clientContext } = context
  const cancel = async (within: Executor) => {
    const player = await lockPlayer(within, deployment.name, id)
    if (player) await cancelDeletion({ deployment, services, clientContext }, within, player)
  }
  if (transaction) await cancel(transaction)
  else await inTransaction(services.database.kysely, cancel)
}

/** Who logs in with a second factor has not lost them all: somebody else asked for a recovery. */
async function stopRecoveryOf(
  context: Context,
  transaction: Executor | null,
  player: AuthenticatedPlayer,
  methods: readonly SignInMethod[],
): Promise<void> {
  const { deployment, services, clientContext } = context
  if (!methods.some((method) => multiFactorMethods.has(method))) return
  const stop = async (within: Executor) => {
    await stopRecoveryCase({ deployment, services, clientContext }, within, player, {})
  }
  if (transaction) await stop(transaction)
  else await inTransaction(services.database.kysely, stop)
}

const day = 24 * 3600
const enrolled = factorBits.app | factorBits.passkey | factorBits.twoStep

/** Returns whether a player gets a mail about each log-in from an unknown browser. */
function wantsNewBrowserMail(
  { newBrowserMails }: Deployment,
  { factors }: AuthenticatedPlayer,
): boolean {
  return newBrowserMails === 'always' || (factors & enrolled) !== 0
}

/**
 * Mails the owner about a log-in from an unknown browser, with a link that freezes the account. The
 * first log-in within a day of the registration is the owner's own: no other person knows the
 * password.
 */
async function notifyNewBrowser(context: Context, { id }: AuthenticatedPlayer): Promise<void> {
  const { deployment, services } = context
  const { kysely } = services.database
  const player = await findById(kysely, deployment.name, id)
  if (!player) return
  const isNew = player.created_at > after(services.clock.now(), -day)
  if (isNew && (await hasSignedInOnce(kysely, deployment.name, id))) return
  await mailWithinLimit(context, player, { name: 'newBrowser' })
}
