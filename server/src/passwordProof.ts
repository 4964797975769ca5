import { lifetimes } from '@gatehouse/contract/limits'
import { after } from './clock.ts'
import { keyOf, type Player, replacePasswordHash } from './database/players.ts'
import { hasSessionFrom } from './database/sessions.ts'
import type { CallContext } from './handler.ts'

type Context = Pick<CallContext<'logIn'>, 'deployment' | 'services' | 'visitor' | 'report'>

export type PasswordProof =
  | { readonly outcome: 'right' | 'wrong' }
  | { readonly outcome: 'locked'; readonly retryAfter: number }

/**
 * Whether a password is a player's; `name` is what was typed, for names that nobody has. The attempt
 * is counted before the hash is computed, so that parallel guesses are no way around the limit, and
 * taken back when the password was right.
 */
export async function provePassword(
  context: Context,
  player: Player | undefined,
  name: string,
  password: string,
): Promise<PasswordProof> {
  const { deployment, services, visitor, report } = context
  const { throttle, passwords, database } = services
  const subject = player ? await subjectOf(context, player) : `name ${keyOf(name)}`

  const ofAccount = await throttle.admit(deployment, 'wrongPasswords', subject)
  const admission = ofAccount.isAdmitted
    ? await throttle.admit(deployment, 'wrongPasswordsFromAddress', visitor.address)
    : ofAccount
  if (!admission.isAdmitted) {
    report('log-in locked', player?.id ?? null)
    return { outcome: 'locked', retryAfter: admission.retryAfter }
  }

  const known = player?.password_hash ?? null
  if (!(await passwords.verify(known, password))) {
    report('log-in failed', player?.id ?? null)
    return { outcome: 'wrong' }
  }
  await throttle.forgive(deployment, 'wrongPasswords', subject, 'all')
  await throttle.forgive(deployment, 'wrongPasswordsFromAddress', visitor.address, 'one')
  if (player && known !== null && passwords.isOutdated(known)) {
    const fresh = await passwords.hash(password)
    await replacePasswordHash(database.kysely, deployment.name, player.id, known, fresh)
  }
  return { outcome: 'right' }
}

/**
 * What the wrong passwords of an account are counted under. An address that the player has logged in
 * from lately has a counter of its own: strangers who guess cannot lock the player out at home.
 */
async function subjectOf({ deployment, services, visitor }: Context, player: Player) {
  const since = after(services.clock.now(), -lifetimes.session)
  const { kysely } = services.database
  const isAtHome = await hasSessionFrom(kysely, deployment.name, player.id, visitor.ip, since)
  return isAtHome ? `player ${player.id} at ${visitor.address}` : `player ${player.id}`
}
