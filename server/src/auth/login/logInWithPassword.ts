import type { LoginCandidate } from '../../database/auth/loginCandidates.ts'
import type { AuthContext } from '../handler.ts'
import { refuseBanned } from './bans.ts'
import { openSession, sessionIdOf } from '../session/openSession.ts'
import { checkPassword } from '../password/verifyPassword.ts'
import { refuse } from '../../platform/apiError.ts'
import { refuseUnknownPlayer } from './unknownPlayer.ts'

type Context = Pick<
  AuthContext<never>,
  'deployment' | 'services' | 'clientContext' | 'response' | 'report'
>

interface LogIn {
  /** Undefined where no player has the name. */
  readonly player: LoginCandidate | undefined
  /** The typed name. */
  readonly name: string
  readonly password: string
  readonly clientId: string
  readonly unknownCode: 'ERROR_USER_UNKNOWN' | 'ERROR_USER_NOT_EXISTS'
}

/**
 * Opens a session after the right password and sets its cookie; returns the session id. Only the
 * right password learns that an account is banned or not confirmed.
 */
export async function logInWithPassword(
  context: Context,
  { player, name, password, clientId, unknownCode }: LogIn,
): Promise<{ readonly Created: string }> {
  const { deployment } = context
  const verified = await checkPassword(context, player, name, password)
  if (verified.outcome === 'locked') throw verified.refusal
  const revealsAccounts = deployment.enumerationProtection === 'spec'
  if (!player && revealsAccounts) return refuseUnknownPlayer(context, unknownCode)
  if (player?.auth_type === 2 && revealsAccounts) throw refuse('ERROR_NOT_ALLOWED')
  if (!player || verified.outcome === 'wrong') throw refuse('ERROR_USERNAME_PASSWORD_INCORRECT')
  await refuseBanned(context, player)
  if (player.confirmed_at === null) throw refuse('ERROR_USER_CONFIRMED')
  const proof = { methods: ['pwd'], clientId, partner: null } as const
  const entry = await openSession(context, null, player, proof)
  return { Created: sessionIdOf(entry, 'ERROR_USERNAME_PASSWORD_INCORRECT') }
}
