import { voidPassword } from '../../database/accounts/credentials.ts'
import { writeFactors } from '../../database/auth/factors.ts'
import { listPasskeysOf } from '../../database/auth/passkeys.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { factorBits } from '../../database/schema/values.ts'
import { recordAct } from '../acts/recordAct.ts'
import { mayMail } from '../acts/securityMails.ts'
import { type AuthContext, handler } from '../handler.ts'
import { lockCaller } from '../session/lockCaller.ts'
import { requireRecentAuth } from '../password/requireRecentAuth.ts'

/**
 * Removes the caller's password: from then on passkeys alone log in, or a mail link sets another one.
 * All other sessions end. Refuses, with ERROR_LAST_WAY_IN, where a lost device would lock the player
 * out: it takes two passkeys, or a synced one and recovery codes.
 */
export const removePassword = handler('removePassword', async (context) => {
  const { services, caller, response, refuse, report } = context
  if (caller.auth_type === 2) throw refuse('ERROR_NOT_ALLOWED')
  requireRecentAuth(context, 'removePassword')
  const isMailed = await mayMail(context, caller.email, 'securityMails')
  await inTransaction(services.database.kysely, (transaction) =>
    remove(context, transaction, isMailed),
  )
  // The known browsers were forgotten, and this one is the player's.
  response.setKnownBrowserCookie(caller.player_id)
  report('password.removed')
  return {}
})

async function remove(
  context: AuthContext<'removePassword'>,
  transaction: Executor,
  isMailed: boolean,
): Promise<void> {
  const { deployment, services, caller, refuse } = context
  const { name } = deployment
  const player = await lockCaller(transaction, deployment, caller)
  if (!player) throw refuse('ERROR_NOT_ALLOWED')
  if (player.password_hash === null && (player.factors & factorBits.withoutPassword) !== 0) return
  const passkeys = await listPasskeysOf(transaction, name, player.id)
  const isSynced = passkeys.some(({ is_backed_up }) => is_backed_up)
  const hasCodes = (player.factors & factorBits.recoveryCodes) !== 0
  if (passkeys.length < 2 && !(isSynced && hasCodes)) throw refuse('ERROR_LAST_WAY_IN')
  const act = { act: 'password-removed', shown: {}, family: caller.family, isMailed } as const
  await recordAct(context, transaction, player, act)
  const at = services.clock.now()
  await voidPassword(transaction, name, player.id, at)
  await writeFactors(transaction, name, player.id, {
    with: factorBits.withoutPassword,
    since: at,
  })
}
