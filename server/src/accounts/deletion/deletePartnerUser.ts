import { findById } from '../../database/accounts/players.ts'
import { handler } from '../../http/handler.ts'
import { hasRecentAuth } from '../../auth/password/requireRecentAuth.ts'
import { depart, departureOf } from './requestDeletion.ts'

/**
 * Deletes the caller's account without a password, after a log-in through the partner of at most 15
 * minutes ago. Refuses every account that has a password of its own, wherever it lives: this call
 * is no way around it.
 */
export const deletePartnerUser = handler(
  'deletePartnerUser',
  async (context) => {
    const { deployment, rules, services, caller, refuse } = context
    if (!rules.hasDeletionSection) throw refuse('ERROR_NOT_ALLOWED')
    const player = await findById(services.database.kysely, deployment.name, caller.player_id)
    if (player?.auth_type !== 2) throw refuse('ERROR_NOT_ALLOWED')
    if (!hasRecentAuth(context)) throw refuse('ERROR_REAUTHENTICATION_REQUIRED')
    await depart(context, await departureOf(context, player))
    return {}
  },
  { collectsErrors: true },
)
