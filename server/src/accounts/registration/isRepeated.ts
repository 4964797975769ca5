import { findByRegistration, keyOf } from '../../database/accounts/players.ts'
import type { AccountContext } from '../services/handler.ts'

/** The time for which a registration is found by its key, in milliseconds. */
const remembered = 24 * 3600 * 1000

/**
 * Returns whether this very registration was made before and its answer was lost. Refuses another
 * form under the same key.
 */
export async function isRepeated(context: AccountContext<'registerNewUser'>): Promise<boolean> {
  const { input, deployment, services, clientContext, refuse } = context
  if (clientContext.idempotencyKey === null) return false
  const { database, clock, passwords } = services
  const since = new Date(clock.now().getTime() - remembered)
  const { name } = deployment
  const player = await findByRegistration(
    database.kysely,
    name,
    clientContext.idempotencyKey,
    since,
  )
  if (!player) return false
  const { Username, Email, Password } = input.body
  const isSame =
    player.username_key === keyOf(Username) &&
    keyOf(player.email) === keyOf(Email) &&
    (await passwords.verify(player.password_hash, Password))
  if (!isSame) throw refuse('ERROR_NOT_ALLOWED')
  return true
}
