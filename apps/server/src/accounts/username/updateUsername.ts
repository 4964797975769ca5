import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import { renamePlayer } from '../../database/accounts/credentials.ts'
import { isValueTaken } from '../../database/accounts/uniqueValues.ts'
import { recordMailedAct } from '../../auth/security-acts/recordAct.ts'
import { withLockedCaller } from '../../auth/session/lockCaller.ts'
import { requireRecentAuth } from '../../auth/password/requireRecentAuth.ts'
import { consumeOrRefuse } from '../../auth/rate-limits/rateLimiter.ts'
import { handler, type PlayerCall } from '../accountServices.ts'
import { usernameRefusal } from './usernameRefusal.ts'

/**
 * Gives the caller another username. The old one stays reserved for 30 days, so that no other
 * player is mistaken for this one. Refuses names that break the rules, are reserved or are taken,
 * and a session without a recent authentication where one is asked for.
 */
export const updateUsername = handler('updateUsername', async (context) => {
  const { input, deployment, services, caller, refuse, report } = context
  const { Username } = input.body
  const refusal = await usernameRefusal(services, deployment, Username, caller.player_id)
  if (refusal !== null) throw refuse(refusal)
  requireRecentAuth(context, 'updateUsername')
  await consumeOrRefuse(context, 'usernameChanges', `${caller.player_id}`)
  try {
    await rename(context, Username)
  } catch (error) {
    if (!isValueTaken(error)) throw error
    throw refuse('ERROR_USERNAME_EXIST')
  }
  report('username.changed')
  return {}
})

function rename(context: PlayerCall, username: string): Promise<void> {
  const { services, caller } = context
  return withLockedCaller(context, async (transaction, player) => {
    if (player.username === username) return
    const at = services.clock.now()
    const until = after(at, lifetimes.usernameQuarantine)
    await renamePlayer(transaction, player, username, until, at)
    const shown = { From: player.username, To: username }
    const before = { username: player.username }
    const act = { act: 'renamed', shown, before, family: caller.family } as const
    await recordMailedAct(context, transaction, { ...player, username }, act)
  })
}
