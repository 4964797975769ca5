import { linksBefore } from '../../auth/security-acts/past.ts'
import { recordAct, recordMailedAct } from '../../auth/security-acts/recordAct.ts'
import { mayMail } from '../../auth/security-acts/securityMails.ts'
import { requireRecentAuth } from '../../auth/password/requireRecentAuth.ts'
import { findCallerWithoutPartner, withLockedCaller } from '../../auth/session/lockCaller.ts'
import type { Player } from '../../database/accounts/players.ts'
import { isValueTaken } from '../../database/accounts/uniqueValues.ts'
import {
  listConnectionsOf,
  saveConnection,
  setWayIn,
} from '../../database/federation/connectionStatements.ts'
import { spendServiceTicket } from '../../database/federation/serviceTickets.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { type FederationContext, handler } from '../federationServices.ts'
import { moveOf } from './movableLinks.ts'
import { readServiceTicket, type ServiceTicket } from './serviceTicket.ts'

type Context = FederationContext<'joinService'>

/**
 * Joins the account of an arrival to the caller's: links it, and makes it a way in. The caller has
 * logged in since the arrival, in its browser, with every factor that the account has: a mailbox alone
 * joins nothing to an account with a second step, and nothing is joined by an address. Refuses an
 * account of another player, with the way to move it here.
 */
export const joinService = handler('joinService', async (context) => {
  const { input, caller, report, refuse } = context
  const { confirmed_at } = await findCallerWithoutPartner(context)
  if (caller.partner !== null) throw refuse('ERROR_NOT_ALLOWED')
  const ticket = await readServiceTicket(context, input.body.Ticket)
  requireRecentAuth(context, 'joinService', { since: ticket.issuedAt })
  if (confirmed_at === null) throw refuse('ERROR_USER_CONFIRMED')
  const isMailed = await mayMail(context, caller.email, 'securityMails')
  const { service, account } = ticket
  try {
    await withLockedCaller(context, (transaction, player) =>
      join(context, transaction, player, { ...ticket, isMailed }),
    )
  } catch (error) {
    if (!isValueTaken(error)) throw error
    report('connection.refused')
    // The ticket was not used up: it moves the link, too.
    const move = await moveOf(context, ticket, input.body.Ticket)
    throw refuse('ERROR_USER_STEAM_EXIST', { move })
  }
  report('connection.linked', undefined, { provider: service })
  return { CanonicalName: service, AccountName: account.name }
})

async function join(
  context: Context,
  transaction: Executor,
  player: Player,
  { service, account, key, isMailed }: ServiceTicket & { readonly isMailed: boolean },
): Promise<void> {
  const { deployment, services, caller, refuse } = context
  const { name } = deployment
  if (player.banned_at !== null) throw refuse('ERROR_NOT_ALLOWED')
  const linked = await listConnectionsOf(transaction, name, player.id)
  const current = linked.find((one) => one.canonical_name === service)
  if (current && current.account_id !== account.accountId) throw refuse('ERROR_SERVICE_OTHER')
  const now = services.clock.now()
  if (!(await spendServiceTicket(transaction, key, now))) throw refuse('ERROR_SERVICE_EXPIRED')
  const before = await linksBefore(transaction, player)
  await saveConnection(transaction, name, player.id, service, account, now)
  await setWayIn(transaction, name, player.id, service, true)
  const shown = { CanonicalName: service, AccountName: account.name }
  const { family } = caller
  const by = { shown, before, family }
  if (!current) await recordAct(context, transaction, player, { act: 'linked', ...by })
  if (current?.signs_in) return
  const act = { act: 'service-way-on', ...by, isMailed } as const
  await recordMailedAct(context, transaction, player, act)
}
