import { findById } from '../../database/accounts/players.ts'
import { spendCaptchaPass } from '../../database/auth/captchaPasses.ts'
import { findLoginCandidate, type LoginCandidate } from '../../database/auth/loginCandidates.ts'
import { latestLogInBesides } from '../../database/auth/sessions.ts'
import { ErrorCollector, refuse } from '../../platform/apiError.ts'
import { isForOtherDeployment } from '../../tenants/isForOtherDeployment.ts'
import { captchaStateOf } from '../captcha/captchaCalls.ts'
import { type AuthCall, handler } from '../authServices.ts'
import { checkPassword } from '../password/verifyPassword.ts'
import { idName } from '../rate-limits/guesses.ts'
import { consumeOrRefuse } from '../rate-limits/rateLimiter.ts'
import { openSession, sessionIdOf } from '../session/openSession.ts'
import { refuseBanned } from './bans.ts'

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

    // An unconfirmed address is answered like one that an account has already.
    const isHidden =
      deployment.enumerationProtection === 'strict' &&
      name.includes('@') &&
      found.player?.confirmed_at === null
    return logInWithPassword(context, {
      player: isHidden ? undefined : found.player,
      name,
      password: Password,
      clientId: ClientId,
      unknownCode: 'ERROR_USER_UNKNOWN',
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
  return logInWithPassword(context, {
    player: await findById(services.database.kysely, deployment.name, id),
    name: idName(id),
    password: Password,
    clientId: '',
    unknownCode: 'ERROR_USER_NOT_EXISTS',
  })
})

interface LogIn {
  /** Undefined where no player has the name. */
  readonly player: LoginCandidate | undefined
  /** The typed name. */
  readonly name: string
  readonly password: string
  readonly clientId: string
  readonly unknownCode: 'ERROR_USER_UNKNOWN' | 'ERROR_USER_NOT_EXISTS'
}

/** Opens a session after the right password, which alone learns of a ban or an unconfirmed account. */
async function logInWithPassword(
  context: AuthCall,
  { player, name, password, clientId, unknownCode }: LogIn,
): Promise<{ readonly Created: string }> {
  const verified = await checkPassword(context, player, name, password)
  if (verified.outcome === 'locked') throw verified.refusal
  const revealsAccounts = context.deployment.enumerationProtection === 'spec'
  if (!player && revealsAccounts) return refuseUnknownPlayer(context, unknownCode)
  if (player?.auth_type === 2 && revealsAccounts) throw refuse('ERROR_NOT_ALLOWED')
  if (!player || verified.outcome === 'wrong') throw refuse('ERROR_USERNAME_PASSWORD_INCORRECT')
  await refuseBanned(context, player)
  if (player.confirmed_at === null) throw refuse('ERROR_USER_CONFIRMED')
  const authentication = { methods: ['pwd'], clientId, partner: null } as const
  const login = await openSession(context, null, player, authentication)
  return { Created: sessionIdOf(login, 'ERROR_USERNAME_PASSWORD_INCORRECT') }
}

/** Limits the unknown names and ids of an address, so that a visitor cannot collect existing ones. */
export async function refuseUnknownPlayer(
  context: AuthCall,
  code: LogIn['unknownCode'],
): Promise<never> {
  await consumeOrRefuse({ ...context, refuse }, 'unknownPlayers', context.clientContext.address)
  throw refuse(code)
}

/**
 * Answers when the caller's account was last logged in to besides the caller's own log-in; null
 * where the sessions that are kept know of none.
 */
export const readLastLogIn = handler('readLastLogIn', async ({ deployment, services, caller }) => {
  const { kysely } = services.database
  const at = await latestLogInBesides(kysely, deployment.name, caller.player_id, caller.family)
  return { LastLogInAt: at?.toISOString() ?? null }
})
