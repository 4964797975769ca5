import type { LoginCandidate } from '../../database/auth/loginCandidates.ts'
import { keyOf, replacePasswordHash } from '../../database/accounts/players.ts'
import type { CallContext } from '../../http/handler.ts'
import { knownBrowserOf } from '../abuse/knownBrowsers.ts'
import { OverloadedError } from './passwordHasher.ts'
import type { Attempts } from '../abuse/rateLimiter.ts'

type Context = Pick<CallContext<'logIn'>, 'deployment' | 'services' | 'visitor' | 'report'>

export type PasswordCheck =
  | { readonly outcome: 'right'; readonly attempts: Attempts }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'locked'; readonly retryAfter: number }

/** Whether a password is a player's, who is logged in. */
export async function verifyPassword(
  context: Context,
  player: LoginCandidate,
  password: string,
): Promise<PasswordCheck> {
  const proof = await checkPassword(context, player, player.username, password)
  if (proof.outcome === 'right') {
    await context.services.rateLimiter.forgive(context.deployment, proof.attempts, 'all')
  }
  return proof
}

/**
 * Whether a password is a player's; `name` is what was typed, for names that nobody has. The attempt
 * is counted before the hash is computed, so that parallel guesses are no way around the limit. It is
 * taken back when nobody looked at the password; when that was right, whoever asked does it.
 */
export async function checkPassword(
  context: Context,
  player: LoginCandidate | undefined,
  name: string,
  password: string,
): Promise<PasswordCheck> {
  const { deployment, services, report } = context
  const { passwords, rateLimiter } = services
  const admission = await admit(context, player, name)
  if (!admission.isAdmitted) {
    await services.guessing.tried(deployment.name, 'wrong')
    report('log-in locked', player?.id ?? null)
    return { outcome: 'locked', retryAfter: admission.retryAfter }
  }

  const known = player?.password_hash ?? null
  const isRight = await passwords.verify(known, password).catch(async (error: unknown) => {
    // Whoever comes back later, as a 503 asks them to, is not locked out for it.
    if (error instanceof OverloadedError)
      await rateLimiter.forgive(deployment, admission.attempts, 'one')
    throw error
  })
  if (!isRight) {
    report('log-in failed', player?.id ?? null)
    await services.guessing.tried(deployment.name, 'wrong')
    return { outcome: 'wrong' }
  }
  await services.guessing.tried(deployment.name, 'right')
  if (player && known !== null && passwords.isOutdated(known)) {
    await renewHash(context, player, known, password)
  }
  return { outcome: 'right', attempts: admission.attempts }
}

/** Keeps a hash as it would be made today; under load another time. */
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
 * Counts an attempt. Strangers share one counter an account, under whatever name they call it, and
 * one an address. A browser that the player has logged in from has a counter of its own, so that
 * strangers cannot lock the player out at home; once that one is full, it is a stranger's.
 */
async function admit(
  { deployment, services, visitor }: Context,
  player: LoginCandidate | undefined,
  name: string,
): Promise<Reservation> {
  const { rateLimiter, key, clock } = services
  const browser =
    player && knownBrowserOf(key.browsers, visitor.knownBrowserCookie, player, clock.now())
  if (browser) {
    const known = await rateLimiter.admit(deployment, 'wrongPasswordsFromKnownBrowser', browser)
    const attempts: Attempts = [['wrongPasswordsFromKnownBrowser', browser]]
    if (known.isAdmitted) return { isAdmitted: true, attempts }
  }
  const subject = player ? `player ${player.id}` : `name ${keyOf(name)}`
  const ofAccount = ['wrongPasswords', subject] as const
  const ofAddress = ['wrongPasswordsFromAddress', visitor.address] as const
  const admission = await rateLimiter.consumeBoth(deployment, ofAccount, ofAddress)
  if (!admission.isAdmitted) return admission
  return { isAdmitted: true, attempts: [ofAccount, ofAddress] }
}
