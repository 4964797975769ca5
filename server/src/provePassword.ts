import { keyOf, type Player, replacePasswordHash } from './database/players.ts'
import type { CallContext } from './handler.ts'
import { knownBrowserOf } from './knownBrowsers.ts'
import { Overloaded } from './passwords.ts'

type Context = Pick<CallContext<'logIn'>, 'deployment' | 'services' | 'visitor' | 'report'>

export type PasswordProof =
  | { readonly outcome: 'right' | 'wrong' }
  | { readonly outcome: 'locked'; readonly retryAfter: number }

/**
 * Whether a password is a player's; `name` is what was typed, for names that nobody has. The attempt
 * is counted before the hash is computed, so that parallel guesses are no way around the limit, and
 * taken back when the password was right, or when nobody looked at it.
 */
export async function provePassword(
  context: Context,
  player: Player | undefined,
  name: string,
  password: string,
): Promise<PasswordProof> {
  const { deployment, services, report } = context
  const { passwords, database } = services
  const admission = await admit(context, player, name)
  if (!admission.isAdmitted) {
    await services.guessing.tried(deployment.name, 'wrong')
    report('log-in locked', player?.id ?? null)
    return { outcome: 'locked', retryAfter: admission.retryAfter }
  }

  const known = player?.password_hash ?? null
  const isRight = await passwords.verify(known, password).catch(async (error: unknown) => {
    // Whoever comes back later, as a 503 asks them to, is not locked out for it.
    if (error instanceof Overloaded) await admission.forgive('one')
    throw error
  })
  if (!isRight) {
    report('log-in failed', player?.id ?? null)
    await services.guessing.tried(deployment.name, 'wrong')
    return { outcome: 'wrong' }
  }
  await services.guessing.tried(deployment.name, 'right')
  await admission.forgive('all')
  if (player && known !== null && passwords.isOutdated(known)) {
    const fresh = await passwords.hash(password)
    await replacePasswordHash(database.kysely, deployment.name, player.id, known, fresh)
  }
  return { outcome: 'right' }
}

/** Takes back this attempt, or all of this account's; an address has only this one forgiven. */
type Forgive = (how: 'all' | 'one') => Promise<void>

type Reservation =
  | { readonly isAdmitted: true; readonly forgive: Forgive }
  | { readonly isAdmitted: false; readonly retryAfter: number }

/**
 * Counts an attempt. Strangers share one counter an account, under whatever name they call it, and
 * one an address. A browser that the player has logged in from has a counter of its own, so that
 * strangers cannot lock the player out at home; once that one is full, it is a stranger's.
 */
async function admit(
  { deployment, services, visitor }: Context,
  player: Player | undefined,
  name: string,
): Promise<Reservation> {
  const { throttle, key, clock } = services
  const browser = player && knownBrowserOf(key.browsers, visitor.browserNotes, player, clock.now())
  if (browser) {
    const known = await throttle.admit(deployment, 'wrongPasswordsFromKnownBrowser', browser)
    const forgive: Forgive = (how) =>
      throttle.forgive(deployment, 'wrongPasswordsFromKnownBrowser', browser, how)
    if (known.isAdmitted) return { isAdmitted: true, forgive }
  }
  const subject = player ? `player ${player.id}` : `name ${keyOf(name)}`
  const ofAccount = ['wrongPasswords', subject] as const
  const ofAddress = ['wrongPasswordsFromAddress', visitor.address] as const
  const admission = await throttle.admitBoth(deployment, ofAccount, ofAddress)
  if (!admission.isAdmitted) return admission
  const forgive: Forgive = (how) => throttle.forgiveBoth(deployment, ofAccount, how, ofAddress)
  return { isAdmitted: true, forgive }
}
