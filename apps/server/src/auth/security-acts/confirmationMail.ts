import { lifetimes } from '@gatehouse/contract/limits'
import { issueMailLink, type LinkOwner } from '../../database/accounts/mailLinks.ts'
import type { Player } from '../../database/accounts/players.ts'
import { listUnconfirmed } from '../../database/accounts/unconfirmedPlayers.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import type { ClientContext } from '../../http/clientContext.ts'
import { confirmation } from '../../mail/mails.ts'
import { mailLanguageOf } from '../../mail/mailLanguageOf.ts'
import { after } from '../../platform/clock.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
import type { AuthCall, AuthServices } from '../authServices.ts'
import { mayMail } from './securityMails.ts'

/** The part of a call that mails a confirmation link; an operator has no context of a client. */
export type ConfirmationContext = Pick<AuthCall, 'deployment' | 'rules'> & {
  readonly services: Pick<AuthServices, 'clock' | 'outbox' | 'secrets'>
  readonly clientContext: Pick<ClientContext, 'language'> | null
}

/** The player of a confirmation mail. */
type Registrant = Pick<Player, 'id' | 'username' | 'email' | 'language'>

/**
 * Mails a player a fresh confirmation link, as part of a transaction. `browserHash` is that of the
 * browser that registers: the link of a later mail keeps it.
 */
export async function sendConfirmation(
  { deployment, rules, services, clientContext }: ConfirmationContext,
  transaction: Executor,
  recipient: LinkOwner & Pick<Player, 'username' | 'language'>,
  browserHash: Buffer | null = null,
): Promise<void> {
  const kind = rules.registrationMailOpens
  const now = services.clock.now()
  const { playerId, username, email } = recipient
  const token = services.secrets.valueOf('mail link', playerId, newSecret())
  const link = { kind, token, expiresAt: after(now, lifetimes.confirmationLink), browserHash }
  await issueMailLink(transaction, deployment.name, link, recipient, now)
  const language = mailLanguageOf(deployment, recipient, clientContext)
  const waiting = await listUnconfirmed(transaction, deployment.name, email)
  const reader = { username, language }
  const content = confirmation(deployment, reader, { kind, token, isShared: waiting.length > 1 })
  const owner = { deployment: deployment.name, playerId }
  const expiring = { kind: 'mail link', secret: token } as const
  await services.outbox.post(transaction, owner, email, content, expiring)
}

/**
 * Mails a player a new confirmation link; false, and nothing is done, over the hourly limit of the
 * address. `alongside` is done in the same transaction.
 */
export async function mailConfirmation(
  context: ConfirmationContext & {
    readonly services: Pick<AuthServices, 'database' | 'rateLimiter'>
  },
  player: Registrant,
  alongside?: (transaction: Executor) => Promise<void>,
): Promise<boolean> {
  if (!(await mayMail(context, player.email, 'mailsToAddress'))) return false
  await inTransaction(context.services.database.kysely, async (transaction) => {
    await sendConfirmation(context, transaction, { ...player, playerId: player.id })
    await alongside?.(transaction)
  })
  return true
}
