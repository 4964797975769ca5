import { ipBanOf } from '../../database/ipBan.ts'
import { findById } from '../../database/players.ts'
import { handler } from '../../handler.ts'
import { openSession } from '../../openSession.ts'
import { provePassword } from '../../provePassword.ts'
import { refuseUnknownPlayer } from '../../unknownPlayer.ts'

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
    const proof = await provePassword(context, player, `id ${id}`, Password)
    if (proof.outcome === 'locked') throw refuse('ERROR_TOO_MANY_ATTEMPTS', proof)
    const tellsWhoExists = deployment.enumerationProtection === 'spec'
    if (!player && tellsWhoExists) return refuseUnknownPlayer(context, 'ERROR_USER_NOT_EXISTS')
    if (player?.auth_type === 2 && tellsWhoExists) throw refuse('ERROR_NOT_ALLOWED')
    if (!player || proof.outcome === 'wrong') throw refuse('ERROR_USERNAME_PASSWORD_INCORRECT')
    if (player.banned_at !== null) throw refuse('ERROR_USER_BANNED')
    if (player.confirmed_at === null) throw refuse('ERROR_USER_CONFIRMED')

    return { Created: await openSession(context, player, '') }
  },
  { costsHash: true },
)
