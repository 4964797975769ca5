import { findByRegistration, keyOf, type Player } from '../../database/accounts/players.ts'
import { refuse } from '../../platform/apiError.ts'
import type { RegistrationContext as Context } from './registrationContext.ts'

/**
 * Returns whether this very registration was made already and its answer was lost. Refuses another
 * form under the same key, unless it corrects the registration.
 */
export async function isRepeated(context: Context): Promise<boolean> {
  const { input, services } = context
  const player = await earlierRegistration(context)
  if (!player || isCorrected(player, input.body)) return false
  const { Username, Email, Password = '' } = input.body
  const isSame =
    player.username_key === keyOf(Username) &&
    keyOf(player.email) === keyOf(Email) &&
    (await services.passwords.match(player.password_hash, Password)) !== 'none'
  if (!isSame) throw refuse('ERROR_NOT_ALLOWED')
  return true
}

/**
 * The id of the registration whose address this form corrects: it has the same name and the same
 * key, which only its sender knows, and is not confirmed. Null when there is none.
 */
export async function correctedRegistration(context: Context): Promise<number | null> {
  const player = await earlierRegistration(context)
  return player && isCorrected(player, context.input.body) ? player.id : null
}

function isCorrected(player: Player, { Username, Email }: Context['input']['body']): boolean {
  const hasOtherAddress = keyOf(player.email) !== keyOf(Email)
  return hasOtherAddress && player.confirmed_at === null && player.username_key === keyOf(Username)
}

async function earlierRegistration({ deployment, services, clientContext }: Context) {
  const { idempotencyKey } = clientContext
  if (idempotencyKey === null) return undefined
  const { database, clock } = services
  return findByRegistration(database.kysely, deployment.name, idempotencyKey, clock.now())
}
