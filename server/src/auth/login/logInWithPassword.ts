import type { LoginCandidate } from '../../database/auth/loginCandidates.ts'
import type { CallContext } from '../../http/handler.ts'
import { openSession } from './openSession.ts'
import { checkPassword } from '../password/verifyPassword.ts'
import { refuse } from '../../platform/apiError.ts'
import { refuseUnknownPlayer } from './unknownPlayer.ts'

type Context = Pick<
  CallContext<never>,
  'deployment' | 'services' | 'visitor' | 'answering' | 'report'
>

interface LogIn {
  /** Undefined where nobody is called so. */
  readonly player: LoginCandidate | undefined
  /** What was given for the player. */
  readonly name: string
  readonly password: string
  readonly clientId: string
  readonly unknownCode: 'ERROR_USER_UNKNOWN' | 'ERROR_USER_NOT_EXISTS'
}

/**
 * Opens a session for who has the right password, and sets its cookie; answers the identity value.
 * Whether an account is banned or not confirmed is told after the right password alone.
 */
export async function logInWithPassword(
  context: Context,
  { player, name, password, clientId, unknownCode }: LogIn,
): Promise<{ readonly Created: string }> {
  const { deployment, services } = context
  const proof = await checkPassword(context, player, name, password)
  if (proof.outcome === 'locked') throw refuse('ERROR_TOO_MANY_ATTEMPTS', proof)
  const tellsWhoExists = deployment.enumerationProtection === 'spec'
  if (!player && tellsWhoExists) return refuseUnknownPlayer(context, unknownCode)
  if (player?.auth_type === 2 && tellsWhoExists) throw refuse('ERROR_NOT_ALLOWED')
  if (!player || proof.outcome === 'wrong') throw refuse('ERROR_USERNAME_PASSWORD_INCORRECT')
  if (player.banned_at !== null || player.confirmed_at === null) {
    await services.rateLimiter.forgive(deployment, proof.attempts, 'all')
    throw refuse(player.banned_at === null ? 'ERROR_USER_CONFIRMED' : 'ERROR_USER_BANNED')
  }
  return { Created: await openSession(context, player, clientId, proof.attempts) }
}
