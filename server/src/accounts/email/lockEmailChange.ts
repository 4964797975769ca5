import { lockPlayer } from '../../database/accounts/credentials.ts'
import { type EmailChange, findEmailChange } from '../../database/accounts/emailChanges.ts'
import type { Player } from '../../database/accounts/players.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { AccountContext } from '../handler.ts'

const columns = { 'email confirmation': 'confirm_hash', 'email undo': 'undo_hash' } as const

/** The change of address that a mail's secret belongs to, and its player, whose row it locks first. */
export async function lockEmailChange(
  { deployment: { name }, services }: Pick<AccountContext<never>, 'deployment' | 'services'>,
  transaction: Executor,
  kind: keyof typeof columns,
  token: string,
): Promise<{ readonly player?: Player | undefined; readonly change?: EmailChange | undefined }> {
  const sought = services.secrets.lookup(kind, token)
  // The id in the secret is not proven: only a row that is there leads to a lock.
  if (!(await findEmailChange(transaction, name, columns[kind], sought))) return {}
  const player = await lockPlayer(transaction, name, sought.playerId)
  const change = await findEmailChange(transaction, name, columns[kind], sought)
  return { player, change }
}
