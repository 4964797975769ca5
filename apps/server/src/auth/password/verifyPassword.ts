import type { LoginCandidate } from '../../database/auth/loginCandidates.ts'
import { changeRows } from '../../database/schema/executor.ts'
import type { AuthCall } from '../authServices.ts'
import { idName, limitPasswordAttempt, rememberAddress } from '../rate-limits/guesses.ts'
import { type ApiError, OverloadedError, refuse } from '../../platform/apiError.ts'

type Context = Pick<AuthCall, 'deployment' | 'services' | 'clientContext' | 'report'>

type PasswordCheck =
  | { readonly outcome: 'right' }
  /** `isKnown`: in a browser that has been in the account. */
  | { readonly outcome: 'wrong'; readonly isKnown: boolean }
  /** Right, for a player whom nothing may reveal: everything is as after a wrong one. */
  | { readonly outcome: 'concealed' }
  | { readonly outcome: 'locked'; readonly refusal: ApiError }

/** Returns whether a password belongs to a player with a session. */
export function verifyPassword(
  context: Context,
  player: LoginCandidate,
  password: string,
): Promise<PasswordCheck> {
  return checkPassword(context, player, idName(player.id), password)
}

/** Refuses a wrong password of a player with a session. */
export async function requirePassword(
  context: Context,
  player: LoginCandidate,
  password: string,
): Promise<void> {
  const verified = await verifyPassword(context, player, password)
  if (verified.outcome === 'locked') throw verified.refusal
  if (verified.outcome === 'wrong') {
    throw refuse('ERROR_USERNAME_PASSWORD_INCORRECT', { property: 'Password' })
  }
}

/**
 * Returns whether a password belongs to a player; `name` is the typed text, for names without a
 * player. The attempt is counted before the hash is computed, so that parallel guesses cannot pass
 * the limit. It is refunded when the password is right, and when the hasher is overloaded. `concealed`
 * is a player for whom no other one is given: the attempt counts as one for no player at all.
 */
export async function checkPassword(
  context: Context,
  player: LoginCandidate | undefined,
  name: string,
  password: string,
  concealed?: LoginCandidate,
): Promise<PasswordCheck> {
  const { deployment, services, report } = context
  const { passwords, rateLimiter } = services
  const admission = await limitPasswordAttempt(context, player, name)
  if (!admission.isAdmitted) {
    services.credentialStuffing.record(deployment.name, 'wrong')
    report('login.rate_limited', player?.id ?? null)
    return { outcome: 'locked', refusal: admission.refusal }
  }

  const known = (player ?? concealed)?.password_hash ?? null
  const match = await passwords.match(known, password).catch(async (error: unknown) => {
    // The 503 asks the player to come back, so this attempt must not lock the player out.
    if (error instanceof OverloadedError)
      await rateLimiter.refund(deployment, admission.attempts, 'one')
    throw error
  })
  if (match === 'none' || concealed) {
    report('login.failed', player?.id ?? null)
    services.credentialStuffing.record(deployment.name, 'wrong')
    return match === 'none'
      ? { outcome: 'wrong', isKnown: admission.refund === 'all' }
      : { outcome: 'concealed' }
  }
  await rateLimiter.refund(deployment, admission.attempts, admission.refund)
  services.credentialStuffing.record(deployment.name, 'right')
  if (player) await rememberAddress(context, player, admission.knownUntil)
  if (player && known !== null && match === 'outdated') {
    await renewHash(context, player, known, password)
  }
  return { outcome: 'right' }
}

/** Replaces an outdated hash; under load this waits for another log-in. */
async function renewHash(
  { deployment, services: { passwords, database } }: Context,
  player: LoginCandidate,
  known: string,
  password: string,
): Promise<void> {
  try {
    const fresh = await passwords.hash(password)
    const unchanged = { deployment: deployment.name, id: player.id, password_hash: known }
    await changeRows(database.kysely, 'players', unchanged, { password_hash: fresh })
  } catch (error) {
    if (!(error instanceof OverloadedError)) throw error
  }
}
