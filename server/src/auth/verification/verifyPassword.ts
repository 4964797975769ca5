import type { LoginCandidate } from '../../database/auth/loginCandidates.ts'
import { keyOf, replacePasswordHash } from '../../database/accounts/players.ts'
import type { AuthContext } from '../services/handler.ts'
import { guessesOf } from '../abuse/guessesOf.ts'
import { knownBrowserOf } from '../abuse/knownBrowsers.ts'
import { OverloadedError } from '../../platform/overloadedError.ts'
import type { Attempts } from '../abuse/rateLimiter.ts'

type Context = Pick<AuthContext<'logIn'>, 'deployment' | 'services' | 'clientContext' | 'report'>

export type PasswordCheck =
  | { readonly outcome: 'right' | 'wrong' }
  | { readonly outcome: 'locked'; readonly retryAfter: number }

/** Returns whether a password belongs to a player with a session. */
export function verifyPassword(
  context: Context,
  player: LoginCandidate,
  password: string,
): Promise<PasswordCheck> {
  return checkPassword(context, player, player.username, password)
}

/**
 * Returns whether a password belongs to a player; `name` is the typed text, for names without a
 * player. The attempt is counted before the hash is computed, so that parallel guesses cannot pass
 * the limit. It is refunded when the password is right, and when the hasher is overloaded.
 */
export async function checkPassword(
  context: Context,
  player: LoginCandidate | undefined,
  name: string,
  password: string,
): Promise<PasswordCheck> {
  const { deployment, services, report } = context
  const { passwords, rateLimiter } = services
  const admission = await consume(context, player, name)
  if (!admission.isAdmitted) {
    await services.credentialStuffing.record(deployment.name, 'wrong')
    report('login.rate_limited', player?.id ?? null)
    return { outcome: 'locked', retryAfter: admission.retryAfter }
  }

  const known = player?.password_hash ?? null
  const match = await passwords.match(known, password).catch(async (error: unknown) => {
    // The 503 asks the player to come back, so this attempt must not lock the player out.
    if (error instanceof OverloadedError)
      await rateLimiter.refund(deployment, admission.attempts, 'one')
    throw error
  })
  if (match === 'none') {
    report('login.failed', player?.id ?? null)
    await services.credentialStuffing.record(deployment.name, 'wrong')
    return { outcome: 'wrong' }
  }
  await rateLimiter.refund(deployment, admission.attempts, 'all')
  await services.credentialStuffing.record(deployment.name, 'right')
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
    await replacePasswordHash(database.kysely, deployment.name, player.id, known, fresh)
  } catch (error) {
    if (!(error instanceof OverloadedError)) throw error
  }
}

type Reservation =
  | { readonly isAdmitted: true; readonly attempts: Attempts }
  | { readonly isAdmitted: false; readonly retryAfter: number }

/**
 * Counts an attempt. Unknown browsers share one counter an account, under any of its names, and one
 * an address. A known browser has a counter of its own, so that attackers cannot lock the player
 * out at home; once that one is full, the browser counts as unknown.
 */
async function consume(
  { deployment, services, clientContext }: Context,
  player: LoginCandidate | undefined,
  name: string,
): Promise<Reservation> {
  const { rateLimiter, key, clock } = services
  const browser =
    player && knownBrowserOf(key.browsers, clientContext.knownBrowserCookie, player, clock.now())
  if (browser) {
    const known = await rateLimiter.consume(deployment, 'wrongPasswordsFromKnownBrowser', browser)
    const attempts: Attempts = [['wrongPasswordsFromKnownBrowser', browser]]
    if (known.isAdmitted) return { isAdmitted: true, attempts }
  }
  const ofAccount = player
    ? guessesOf(player.id)
    : (['wrongPasswords', `name ${keyOf(name)}`] as const)
  const ofAddress = ['wrongPasswordsFromAddress', clientContext.address] as const
  const admission = await rateLimiter.consumeBoth(deployment, ofAccount, ofAddress)
  if (!admission.isAdmitted) return admission
  return { isAdmitted: true, attempts: [ofAccount, ofAddress] }
}
