import { captchaStateOf } from '../captcha/captchaState.ts'
import { spendCaptchaPass } from '../../database/auth/captchaPasses.ts'
import { findLoginCandidate } from '../../database/auth/loginCandidates.ts'
import { handler } from '../handler.ts'
import { logInWithPassword } from './logInWithPassword.ts'
import { ErrorCollector } from '../../platform/apiError.ts'
import { isForOtherDeployment } from '../../tenants/isForOtherDeployment.ts'

/** Logs a player in: answers the session id and sets the session's cookie. */
export const logIn = handler(
  'logIn',
  async (context) => {
    const { input, deployment, rules, services, clientContext, refuse, report } = context
    const { UsernameOrEmail, Password, ClientId, Token } = input.body
    const errors = new ErrorCollector<'logIn'>()
    if (UsernameOrEmail === '') errors.add('ERROR_USERNAME_EMPTY')
    if (Password === '') errors.add('ERROR_PASSWORD_EMPTY')
    errors.throwIfAny()
    if (isForOtherDeployment(services.deployments, deployment, input.body)) {
      throw refuse('ERROR_NOT_ALLOWED')
    }

    const { database, clock } = services
    const now = clock.now()
    const { name } = deployment
    const { player, ban } = await findLoginCandidate(
      database,
      name,
      UsernameOrEmail,
      clientContext.ip,
      now,
    )
    await context.refuseBannedIp(ban)
    if (rules.asksCaptcha) {
      const pass = await captchaStateOf(context, 'login', Token)
      if (pass === 'without-success') throw refuse('ERROR_REGISTER_NO_SUCCESS')
      const isSpent =
        pass === 'open' &&
        (await spendCaptchaPass(database.kysely, deployment.name, Token, clock.now()))
      if (!isSpent) {
        report('captcha.failed')
        throw refuse('You are not allowed to log in.')
      }
    }

    // An address that somebody registered is answered like one that an account has already.
    const isHidden =
      deployment.enumerationProtection === 'strict' &&
      UsernameOrEmail.includes('@') &&
      player?.confirmed_at === null
    return logInWithPassword(context, {
      player: isHidden ? undefined : player,
      name: UsernameOrEmail,
      password: Password,
      clientId: ClientId,
      unknownCode: 'ERROR_USER_UNKNOWN',
    })
  },
  // One statement reads the player and the ban.
  { checksIpBan: true },
)
