import { serviceMethodOf } from '@gatehouse/contract/activity'
import { registerPlayer } from '../../accounts/registration/registerNewUser.ts'
import { recordAct } from '../../auth/security-acts/recordAct.ts'
import { openSession, sessionIdOf } from '../../auth/session/openSession.ts'
import { findById } from '../../database/accounts/players.ts'
import { isValueTaken } from '../../database/accounts/uniqueValues.ts'
import {
  findConnection,
  saveConnection,
  setWayIn,
} from '../../database/federation/connectionStatements.ts'
import { spendServiceTicket } from '../../database/federation/serviceTickets.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { isForOtherDeployment } from '../../deployments/isForOtherDeployment.ts'
import { ErrorCollector } from '../../platform/apiError.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
import { readServiceTicket, type ServiceTicket } from './serviceTicket.ts'
import { accountHandler, type RegistrationContext } from './signInServices.ts'

/**
 * Makes an account for an arrival, without a password, and logs it in: 201. Its address is not
 * confirmed: until its owner confirms it, a recovery by the mailbox ends this way in. The account of the
 * service comes from the ticket, never from the form; success alone uses the ticket up. A robot in the
 * trap gets 200 and a worthless session id.
 */
export const registerWithService = accountHandler(
  'registerWithService',
  async (context) => {
    const { input, deployment, services, response, refuse, report } = context
    const form = input.body
    if (form.UsageNameHoneyPot !== '' || form.Additional) {
      report('bot.honeypot_filled')
      response.answerOk()
      return { Created: services.secrets.valueOf('session id', 0, newSecret()) }
    }
    await context.refuseBannedIp()
    if (isForOtherDeployment(services.deployments, deployment, form))
      throw refuse('ERROR_NOT_ALLOWED')
    // No form sends these: they are refused before the ticket costs a query.
    new ErrorCollector<'registerWithService'>(context.inputErrors).throwIfAny()
    const ticket = await readServiceTicket(context, form.Ticket)
    await refuseLinked(context, ticket)
    // A lost answer needs no key: the next log-in with the service opens the account.
    const clientContext = { ...context.clientContext, idempotencyKey: null }
    const playerId = await registerPlayer(
      { ...context, clientContext },
      {
        passwordHash: () => Promise.resolve(null),
        alongside: (transaction, id) => keepService(context, transaction, id, ticket),
      },
    )
    const player = await findById(services.database.kysely, deployment.name, playerId)
    if (!player) throw refuse('ERROR_SERVICE_EXPIRED')
    const methods = [serviceMethodOf(ticket.service)]
    const authentication = { methods, clientId: form.ClientId, partner: null }
    const login = await openSession(context, null, player, authentication)
    return { Created: sessionIdOf(login, 'ERROR_SERVICE_EXPIRED') }
  },
  // The honeypot answers before the ban, so that a robot does not see a ban.
  { collectsErrors: true, checksIpBan: true },
)

/** Refuses an account that is linked to a player, who may have been faster with another ticket. */
async function refuseLinked(
  { deployment, services, refuse }: RegistrationContext,
  { service, account }: ServiceTicket,
): Promise<void> {
  const { kysely } = services.database
  if (await findConnection(kysely, deployment.name, service, account.accountId)) {
    throw refuse('ERROR_USER_STEAM_EXIST')
  }
}

/** Links the account of the ticket to the new player, as the only way in. */
async function keepService(
  context: RegistrationContext,
  transaction: Executor,
  playerId: number,
  { service, account, key }: ServiceTicket,
): Promise<void> {
  const { deployment, services, refuse } = context
  const { name } = deployment
  const now = services.clock.now()
  if (!(await spendServiceTicket(transaction, key, now))) throw refuse('ERROR_SERVICE_EXPIRED')
  try {
    await saveConnection(transaction, name, playerId, service, account, now)
  } catch (error) {
    throw isValueTaken(error) ? refuse('ERROR_USER_STEAM_EXIST') : error
  }
  await setWayIn(transaction, name, playerId, service, true)
  const { Username: username } = context.input.body
  const event = { type: 'account.created', playerId, username } as const
  await services.events.publish(transaction, deployment, event)
  const shown = { CanonicalName: service, AccountName: account.name }
  await recordAct(context, transaction, { id: playerId }, { act: 'linked', shown })
}
