import type { CanonicalName } from '@gatehouse/contract/entities'
import type { LinkMove } from '@gatehouse/contract/errorItems'
import { requireAnotherWayIn } from '../../auth/password/requireWayIn.ts'
import { offersSignInWith } from '../../deployments/offersSignInWith.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
import { moveOf } from '../sign-in/movableLinks.ts'
import { issueServiceTicket } from '../sign-in/serviceTicket.ts'
import { linksBefore } from '../../auth/security-acts/past.ts'
import { recordAct } from '../../auth/security-acts/recordAct.ts'
import { requireRecentAuth } from '../../auth/password/requireRecentAuth.ts'
import { lockCaller } from '../../auth/session/lockCaller.ts'
import { accountKey, holderOf, isValueTaken } from '../../database/accounts/uniqueValues.ts'
import {
  type Account,
  listConnectionsOf,
  removeConnection,
  saveConnection,
} from '../../database/federation/connectionStatements.ts'
import type { Executor, Row } from '../../database/schema/executor.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { refuse } from '../../platform/apiError.ts'
import type { LinkingContext } from '../federationServices.ts'
import { linkMethodOf } from './linkMethod.ts'

/**
 * Links an account that its service has just verified to the caller; a linked one is refreshed.
 * Refuses an account of another player: the unique value decides between attempts at one moment.
 * Refuses a second account of a service, too: only the player unlinks the first.
 */
export async function linkAccount(
  context: LinkingContext,
  service: CanonicalName,
  account: Account,
): Promise<void> {
  const { deployment, services, caller, report } = context
  try {
    await inTransaction(services.database.kysely, async (transaction) => {
      const player = await lockCaller(transaction, deployment, caller)
      if (!player || player.banned_at !== null) throw refuse('ERROR_NOT_ALLOWED')
      const current = await linkedAccount(transaction, context, service)
      if (current && current.account_id !== account.accountId) throw refuse('ERROR_NOT_ALLOWED')
      const now = services.clock.now()
      const before = await linksBefore(transaction, player)
      await saveConnection(transaction, deployment.name, player.id, service, account, now)
      if (current) return
      const shown = { CanonicalName: service, AccountName: account.name }
      const { family } = caller
      await recordAct(context, transaction, player, { act: 'linked', shown, before, family })
    })
  } catch (error) {
    if (!isValueTaken(error)) throw error
    report('connection.refused')
    const key = accountKey(service, account.accountId)
    const { kysely } = services.database
    const holder = await holderOf(kysely, deployment.name, key, services.clock.now())
    context.concerns({ playerId: holder?.playerId, service })
    throw refuse('ERROR_USER_STEAM_EXIST', { move: await offerMove(context, service, account) })
  }
  report('connection.linked', undefined, { provider: service })
}

/** How the account can move here; null where the deployment lets nobody log in with the service. */
async function offerMove(
  context: LinkingContext,
  service: CanonicalName,
  account: Account,
): Promise<LinkMove | null> {
  const { deployment, clientContext, response } = context
  if (!offersSignInWith(deployment, service)) return null
  const browser = clientContext.cookie('flow') ?? newSecret()
  const { Ticket } = await issueServiceTicket(context, null, { service, account, browser })
  response.set('flow', browser)
  return moveOf(context, { service, account }, Ticket)
}

type UnlinkingContext = Pick<LinkingContext, 'deployment'> & {
  readonly services: Pick<LinkingContext['services'], 'clock' | 'events' | 'key' | 'log'>
  readonly clientContext: LinkingContext['clientContext'] | null
  readonly report?: LinkingContext['report']
}

/**
 * Unlinks the caller's account of a service; without a linked one it does nothing. Refuses an
 * `accountId` that is not the linked one, a service that the deployment does not link, and a session
 * without a recent authentication where the deployment asks for one, or where it is a way in. The last
 * way in stays.
 */
export async function unlinkAccount(
  context: LinkingContext,
  service: CanonicalName,
  accountId?: string,
): Promise<void> {
  const { deployment, services, caller } = context
  if (linkMethodOf(deployment, service) === null || accountId === '')
    throw refuse('ERROR_NOT_ALLOWED')
  requireRecentAuth(context, 'unlinking')
  const { family } = caller
  await inTransaction(services.database.kysely, async (transaction) => {
    const player = await lockCaller(transaction, deployment, caller)
    if (!player) return
    const current = await linkedAccount(transaction, context, service)
    if (!current) return
    if (accountId !== undefined && current.account_id !== accountId) {
      throw refuse('ERROR_NOT_ALLOWED')
    }
    if (current.signs_in) {
      requireRecentAuth(context, 'setServiceSignIn')
      await requireAnotherWayIn(transaction, player, service)
    }
    await removeLink(context, transaction, service, current, { family })
  })
}

/** Removes a linked account for its player, or for an operator, and records it. */
export async function removeLink(
  context: UnlinkingContext,
  transaction: Executor,
  service: CanonicalName,
  { player_id: id, account_name }: Row<'connections'>,
  by: { readonly family: string } | { readonly actor: 'operator' },
): Promise<void> {
  const { deployment, services } = context
  const before = await linksBefore(transaction, { deployment: deployment.name, id })
  await removeConnection(transaction, deployment.name, id, service, services.clock.now())
  const shown = { CanonicalName: service, AccountName: account_name }
  await recordAct(context, transaction, { id }, { act: 'unlinked', shown, before, ...by })
}

async function linkedAccount(
  transaction: Executor,
  { deployment, caller }: LinkingContext,
  service: CanonicalName,
): Promise<Row<'connections'> | undefined> {
  const connections = await listConnectionsOf(transaction, deployment.name, caller.player_id)
  return connections.find(({ canonical_name }) => canonical_name === service)
}
