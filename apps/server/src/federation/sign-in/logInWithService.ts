import { serviceMethodOf } from '@gatehouse/contract/activity'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { suggestedUsername, usernameRefusal } from '../../accounts/username/usernameRefusal.ts'
import { refuseBanned } from '../../auth/login/bans.ts'
import { keepRefusal } from '../../auth/login/keepRefusal.ts'
import { consumeForVisitor } from '../../auth/rate-limits/consumeByBrowser.ts'
import { openSession, sessionIdOf } from '../../auth/session/openSession.ts'
import { lockPlayer } from '../../database/accounts/credentials.ts'
import { findById, type Player } from '../../database/accounts/players.ts'
import {
  findConnection,
  refreshConnection,
} from '../../database/federation/connectionStatements.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { isAllowedReturnUrl } from '../../deployments/isAllowedReturnUrl.ts'
import { refuse } from '../../platform/apiError.ts'
import { type FederationContext, handler } from '../federationServices.ts'
import { type Proven, proveAccount, startServiceFlow } from './serviceFlow.ts'
import { issueServiceTicket } from './serviceTicket.ts'

type Context = FederationContext<'serviceLogIn'>
type Arrival = NonNullable<AnswerOf<'serviceLogIn'>['Arrival']>

export const serviceLogInUrl = handler('serviceLogInUrl', async (context) => {
  const { path, body } = context.input
  await consumeForVisitor(context, 'serviceAuthorizations')
  const { ClientId: clientId, RedirectUrl: redirectUrl } = body
  return startServiceFlow(context, path.service, { clientId, redirectUrl })
})

/**
 * Logs in the player of an account that the service confirms, where it is a way in. Nothing else finds
 * the player: no address, name or picture of the service is read. Everybody else arrives with a ticket.
 */
export const serviceLogIn = handler('serviceLogIn', async (context) => {
  const { input, deployment, services } = context
  const proven = await proveAccount(context, input.path.service, input.body)
  const { kysely } = services.database
  const { name } = deployment
  const link = await findConnection(kysely, name, proven.service, proven.account.accountId)
  const player = link && (await findById(kysely, name, link.player_id))
  const url = proven.flow.redirect_url
  const RedirectUrl = url !== '' && isAllowedReturnUrl(deployment, url) ? url : null
  // A partner's player logs in at the partner alone.
  if (link?.signs_in && player && player.auth_type !== 2) {
    const Created = await keepRefusal(context, player, () => logIn(context, player, proven))
    return { Created, Arrival: null, RedirectUrl }
  }
  const Arrival = await arrive(context, proven, player !== undefined)
  return { Created: null, Arrival, RedirectUrl }
})

async function logIn(context: Context, player: Player, { service, account, flow }: Proven) {
  const { deployment, services } = context
  await refuseBanned(context, player)
  const methods = [serviceMethodOf(service)]
  const now = services.clock.now()
  const authentication = { methods, clientId: flow.client_id, partner: null }
  const login = await inTransaction(services.database.kysely, async (transaction) => {
    // Player first, as everywhere: a removal of the way in at this moment waits, or is waited for.
    const locked = await lockPlayer(transaction, deployment.name, player.id)
    const link = await findConnection(transaction, deployment.name, service, account.accountId)
    if (!locked || !link?.signs_in || link.player_id !== player.id) return null
    // Some services say the name and the picture of an account only when its player comes.
    await refreshConnection(transaction, deployment.name, service, account.accountId, account, now)
    return openSession(context, transaction, locked, authentication)
  })
  if (login === null) throw refuse('ERROR_SERVICE_EXPIRED')
  return sessionIdOf(login, 'ERROR_SERVICE_EXPIRED')
}

async function arrive(
  context: Context,
  { service, account, browser }: Proven,
  isLinked: boolean,
): Promise<Arrival> {
  const { deployment, services } = context
  const suggestion = suggestedUsername(account.name)
  const isFree =
    suggestion !== '' && (await usernameRefusal(services, deployment, suggestion, null)) === null
  return {
    ...(await issueServiceTicket(context, null, { service, account, browser })),
    CanonicalName: service,
    AccountName: account.name,
    Username: isFree ? suggestion : '',
    IsLinked: isLinked,
  }
}
