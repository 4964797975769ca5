import { findById } from '../../database/accounts/players.ts'
import { handler } from '../services/handler.ts'

/** Answers by what the caller signs in. */
export const readSecurity = handler(
  'readSecurity',
  async ({ deployment, services: { database }, caller, refuse }) => {
    const player = await findById(database.kysely, deployment.name, caller.player_id)
    if (!player) throw refuse('ERROR_NOT_ALLOWED')
    const { password_hash, password_set_at } = player
    const hasPassword = password_hash !== null
    return {
      HasPassword: hasPassword,
      PasswordSetAt: hasPassword ? (password_set_at?.toISOString() ?? null) : null,
    }
  },
)
