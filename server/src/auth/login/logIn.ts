import { captchaStateOf } from '../abuse/captchaState.ts'
import { spendCaptchaPass } from '../../database/auth/captchaPasses.ts'
import { findLoginCandidate } from '../../database/auth/loginCandidates.ts'
import { handler } from '../../http/handler.ts'
import { logInWithPassword } from './logInWithPassword.ts'
import { ErrorCollector } from '../../platform/apiError.ts'
import { namesAnotherStudio } from '../../tenants/namesAnotherStudio.ts'

/** Logs a player in: answers the identity value and sets the session's cookie. */
export const logIn = handler(
  'logIn',
  async (context) => {
    const { input, deployment, rules, services, visitor, refuse, report } = context
    const { UsernameOrEmail, Password, ClientId, Token } = input.body
    if (rules.signIn === 'by-partner') throw refuse('ERROR_NOT_ALLOWED')
    const faults = new ErrorCollector<'logIn'>()
    if (UsernameOrEmail === '') faults.add('ERROR_USERNAME_EMPTY')
    if (Password === '') faults.add('ERROR_PASSWORD_EMPTY')
    faults.throwIfAny()
    if (namesAnotherStudio(services.deployments, deployment, input.body)) {
      throw refuse('ERROR_NOT_ALLOWED')
    }

    const { database, clock } = services
    const now = clock.now()
    const { name } = deployment
    const { player, ban } = await findLoginCandidate(
      database,
      name,
      UsernameOrEmail,
      visitor.ip,
      now,
    )
    if (ban) {
      report('address banned')
      throw refuse(ban === 'general' ? 'ERROR_USER_IP_BANNED' : 'ERROR_USER_IP_BANNED_LOGIN')
    }
    if (rules.asksCaptcha) {
      const pass = await captchaStateOf(context, 'login', Token)
      if (pass === 'without-success') throw refuse('ERROR_REGISTER_NO_SUCCESS')
      const isSpent =
        pass === 'open' &&
        (await spendCaptchaPass(database.kysely, deployment.name, Token, clock.now()))
      if (!isSpent) {
        report('captcha refused')
        throw refuse('You are not allowed to log in.')
      }
    }

    return logInWithPassword(context, {
      player,
      name: UsernameOrEmail,
      password: Password,
      clientId: ClientId,
      unknownCode: 'ERROR_USER_UNKNOWN',
    })
  },
  { costsHash: true },
)
