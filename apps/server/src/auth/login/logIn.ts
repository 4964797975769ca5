import type { ErrorCode } from '@gatehouse/contract/errors'
import { findById } from '../../database/accounts/players.ts'
import { spendCaptchaPass } from '../../database/auth/captchaPasses.ts'
import { findLoginCandidate, type LoginCandidate } from '../../database/auth/loginCandidates.ts'
import { latestLogInBesides } from '../../database/auth/sessionStatements.ts'
import { ErrorCollector, refuse } from '../../platform/apiError.ts'
import { logEvent } from '../../platform/observability/events.ts'
import { isForOtherDeployment } from '../../deployments/isForOtherDeployment.ts'
import { mailConfirmation } from '../security-acts/confirmationMail.ts'
import { captchaStateOf } from '../captcha/captchaCalls.ts'
import { type AuthCall, handler } from '../authServices.ts'
import { lookUpPassword } from '../password/lookUpPassword.ts'
import { checkPassword } from '../password/verifyPassword.ts'
import { idName, playerSubject } from '../rate-limits/guesses.ts'
import { consumeOrRefuse } from '../rate-limits/rateLimiter.ts'
import { openSession, sessionIdOf } from '../session/openSession.ts'
import { isBanned, refuseBanned } from './bans.ts'
import { keepRefusal } from './keepRefusal.ts'

/** Logs a player in: answers the session id and sets the session's cookie. */
export const logIn = handler(
  'logIn',
  async (context) => {
    const { input, deployment, rules, services, clientContext, report } = context
    const { UsernameOrEmail: name, Password, ClientId, Token } = input.body
    const errors = new ErrorCollector<'logIn'>()
    if (name === '') errors.add('ERROR_USERNAME_EMPTY')
    if (Password === '') errors.add('ERROR_PASSWORD_EMPTY')
    errors.throwIfAny()
    if (isForOtherDeployment(services.deployments, deployment, input.body)) {
      throw context.refuse('ERROR_NOT_ALLOWED')
    }

    const { database, clock } = services
    const found = await findLoginCandidate(
      database,
      deployment.name,
      name,
      clientContext.ip,
      clock.now(),
    )
    return keepRefusal(context, found.player, async (because) => {
      await context.refuseBannedIp(found.ban)
      if (rules.asksCaptcha) {
        const pass = await captchaStateOf(context, 'login', Token)
        if (pass === 'without-success') throw context.refuse('ERROR_REGISTER_NO_SUCCESS')
        const isSpent =
          pass === 'open' &&
          (await spendCaptchaPass(database.kysely, deployment.name, Token, clock.now()))
        if (!isSpent) {
          report('captcha.failed')
          throw context.refuse('You are not allowed to log in.')
        }
      }
      return logInWithPassword(context, {
        ...candidateOf(context, found.player, name),
        name,
        password: Password,
        clientId: ClientId,
        unknownCode: 'ERROR_USER_UNKNOWN',
        because,
      })
    })
  },
  // One statement reads the player and the ban.
  { checksIpBan: true },
)

/** Logs a player in by id, under the same limits as by name. */
export const logInUser = handler('logInUser', async (context) => {
  const { input, deployment, services } = context
  const { Password } = input.body
  if (Password === '') throw context.refuse('ERROR_PASSWORD_EMPTY')
  const id = input.path.userId
  const player = await findById(services.database.kysely, deployment.name, id)
  return keepRefusal(context, player, (because) =>
    logInWithPassword(context, {
      ...candidateOf(context, player, idName(id)),
      name: idName(id),
      password: Password,
      clientId: '',
      unknownCode: 'ERROR_USER_NOT_EXISTS',
      because,
    }),
  )
})

interface LogIn {
  /** Undefined where no player has the name. */
  readonly player?: LoginCandidate | undefined
  /** The player of the name in place of `player`, where the answer is the one for no player. */
  readonly concealed?: LoginCandidate | undefined
  /** The typed name. */
  readonly name: string
  readonly password: string
  readonly clientId: string
  readonly unknownCode: 'ERROR_USER_UNKNOWN' | 'ERROR_USER_NOT_EXISTS'
  /** Names the reason of a refusal that the answer conceals. */
  readonly because: (reason: ErrorCode) => void
}

/**
 * The player of a name, or the one whom strict protection conceals: an unconfirmed address is
 * answered like one that an account has already. Where the specification does not decide, a right
 * password of an unconfirmed account is answered like a wrong one.
 */
function candidateOf(
  { deployment, rules }: AuthCall,
  player: LoginCandidate | undefined,
  name: string,
): Pick<LogIn, 'player' | 'concealed'> {
  const isConcealed =
    deployment.enumerationProtection === 'strict' &&
    (rules.goesBeyondSpecification || name.includes('@')) &&
    player?.confirmed_at === null
  return isConcealed ? { concealed: player } : { player }
}

/**
 * Opens a session after the right password; only then is a ban or an unconfirmed account shown. For
 * an unconfirmed one it mails another link, where the specification does not decide.
 */
async function logInWithPassword(
  context: AuthCall,
  { player, concealed, name, password, clientId, unknownCode, because }: LogIn,
): Promise<{ readonly Created: string }> {
  const verified = await checkPassword(context, player, name, password, concealed)
  if (verified.outcome === 'locked') throw verified.refusal
  if (concealed && verified.outcome === 'concealed') {
    because('ERROR_USER_CONFIRMED')
    remindRegistrant(context, concealed)
  }
  const revealsAccounts = context.deployment.enumerationProtection === 'spec'
  if (!player && revealsAccounts) return refuseUnknownPlayer(context, unknownCode)
  if (player?.auth_type === 2 && revealsAccounts) throw refuse('ERROR_NOT_ALLOWED')
  if (!player || verified.outcome === 'wrong') {
    // An unconfirmed account has no such browser: what it hears of its address would confuse this one.
    const known = verified.outcome === 'wrong' && verified.isKnown
    throw refuse('ERROR_USERNAME_PASSWORD_INCORRECT', {
      known: known && context.rules.goesBeyondSpecification,
    })
  }
  await refuseBanned(context, player)
  if (player.confirmed_at === null) {
    remindRegistrant(context, player)
    throw refuse('ERROR_USER_CONFIRMED')
  }
  const authentication = { methods: ['pwd'], clientId, partner: null } as const
  const login = await openSession(context, null, player, authentication)
  if (login.outcome !== 'frozen') lookUpPassword(context, player, password)
  return { Created: sessionIdOf(login, 'ERROR_USERNAME_PASSWORD_INCORRECT') }
}

/**
 * Mails another link to a player who has given the right password and not confirmed the address,
 * apart from the request: its answer takes no longer than that of a wrong password.
 */
function remindRegistrant(context: AuthCall, player: LoginCandidate): void {
  const { deployment, rules, services } = context
  if (!rules.goesBeyondSpecification || player.auth_type === 2) return
  const remind = async () => {
    if (await isBanned(context, player)) return
    const { isAdmitted } = await services.rateLimiter.consume(
      deployment,
      'confirmationReminders',
      playerSubject(player.id),
    )
    if (isAdmitted) await mailConfirmation(context, player)
  }
  void remind().catch((error: unknown) =>
    logEvent(services.log, 'login.reminder_failed', { err: error }),
  )
}

/**
 * Limits the unknown names and ids of an address, so that a visitor cannot collect existing ones.
 */
export async function refuseUnknownPlayer(
  context: AuthCall,
  code: LogIn['unknownCode'],
): Promise<never> {
  await consumeOrRefuse({ ...context, refuse }, 'unknownPlayers', context.clientContext.address)
  throw refuse(code)
}

/**
 * Answers the last log-in to the caller's account besides the caller's own; null without one among
 * the kept sessions.
 */
export const readLastLogIn = handler('readLastLogIn', async ({ deployment, services, caller }) => {
  const { kysely } = services.database
  const at = await latestLogInBesides(kysely, deployment.name, caller.player_id, caller.family)
  return { LastLogInAt: at?.toISOString() ?? null }
})
