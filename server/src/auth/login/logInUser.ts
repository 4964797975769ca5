import { ipBanOf } from '../../database/auth/ipBans.ts'
import { findById } from '../../database/accounts/players.ts'
import { handler } from '../../http/handler.ts'
import { logInWithPassword } from './logInWithPassword.ts'

/**
 * Logs a player in by id, under the same limits as by name. Where a captcha is asked this door is
 * closed, because its call carries no token.
 */
export const logInUser = handler(
  'logInUser',
  async (context) => {
    const { input, deployment, rules, services, visitor, refuse, report } = context
    const { Password } = input.body
    if (rules.signIn === 'by-partner' || rules.asksCaptcha) throw refuse('ERROR_NOT_ALLOWED')
    if (Password === '') throw refuse('ERROR_PASSWORD_EMPTY')
    const { kysely } = services.database
    if (
      await ipBanOf(services.database, deployment.name, visitor.ip, 'login', services.clock.now())
    ) {
      report('address banned')
      throw refuse('ERROR_USER_IP_BANNED')
    }

    const id = input.path.userId
    const player = await findById(kysely, deployment.name, id)
    return logInWithPassword(context, {
      player,
      name: `id ${id}`,
      password: Password,
      clientId: '',
      unknownCode: 'ERROR_USER_NOT_EXISTS',
    })
  },
  { costsHash: true },
)
