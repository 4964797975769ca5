import { writeFactors } from '../accounts/credentials.ts'
import { endOpen } from '../schema/endOpen.ts'
import type { Executor } from '../schema/executor.ts'
import { factorBits } from '../schema/values.ts'
import { listApps, removeApp } from './authenticatorApps.ts'
import { endPasskey, listPasskeysOf } from './passkeys.ts'

/** Ends every passkey, app and recovery code of a player. The caller has locked the player. */
export async function endFactorsOf(
  transaction: Executor,
  deployment: string,
  playerId: number,
  now: Date,
): Promise<void> {
  const passkeys = await listPasskeysOf(transaction, deployment, playerId)
  const apps = await listApps(transaction, deployment, playerId)
  // One after the other: they are one connection's.
  for (const passkey of passkeys) {
    // oxlint-disable-next-line no-await-in-loop
    await endPasskey(transaction, deployment, passkey, { isLast: true, now })
  }
  for (const { id } of apps) {
    // oxlint-disable-next-line no-await-in-loop
    await removeApp(transaction, { deployment, playerId, id }, now)
  }
  await endOpen(transaction, 'recovery_code_sets', deployment, playerId, now)
  const without = Object.values(factorBits).reduce((all, bit) => all | bit, 0)
  await writeFactors(transaction, deployment, playerId, { without, since: now })
}
