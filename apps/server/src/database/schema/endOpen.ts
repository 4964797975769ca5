import { changeRows, type Executor } from './executor.ts'

/** The columns that are empty as long as a row is open; an end fills the last one. */
const open = {
  mail_links: ['used_at', 'superseded_at'],
  email_changes: ['confirmed_at', 'voided_at'],
  authorization_flows: ['used_at'],
  partner_login_codes: ['used_at'],
  recovery_code_sets: ['voided_at'],
  second_steps: ['used_at'],
  link_moves: ['moved_at', 'ended_at'],
} as const

/** Ends the open rows of a player in a table. */
export async function endOpen(
  transaction: Executor,
  table: keyof typeof open,
  deployment: string,
  playerId: number,
  now: Date,
): Promise<void> {
  const columns: readonly string[] = open[table]
  const isEmpty = Object.fromEntries(columns.map((column) => [column, null]))
  const having = { deployment, player_id: playerId, ...isEmpty }
  await changeRows(transaction, table, having, { [columns.at(-1) ?? '']: now })
}
