import { lifetimes } from '@gatehouse/contract/limits'
import { consumeOrRefuse } from '../../auth/rate-limits/rateLimiter.ts'
import {
  findLinkOwner,
  issueMailLink,
  type LinkOwner,
  takeMailLink,
} from '../../database/accounts/mailLinks.ts'
import {
  confirmPlayer,
  findById,
  keyOf,
  type Player,
  verifyEmail,
} from '../../database/accounts/players.ts'
import { listUnconfirmed } from '../../database/accounts/unconfirmedPlayers.ts'
import { isEmailTaken } from '../../database/accounts/emailChanges.ts'
import { isValueTaken } from '../../database/accounts/uniqueValues.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { EmailVerification, MailLinkKind } from '../../database/schema/values.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import type { ClientContext } from '../../http/clientContext.ts'
import { confirmation } from '../../mail/mails.ts'
import { mailLanguageOf } from '../../mail/mailLanguageOf.ts'
import { refuse } from '../../platform/apiError.ts'
import { after } from '../../platform/clock.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { AccountCall, AccountServices } from '../accountServices.ts'

const hour = 3600

/** The part of a call that mails a confirmation link; an operator has no context of a client. */
export type ConfirmationContext = Pick<AccountCall, 'deployment' | 'rules'> & {
  readonly services: Pick<AccountServices, 'clock' | 'outbox' | 'secrets'>
  readonly clientContext: Pick<ClientContext, 'language'> | null
}

/** Mails a player a fresh confirmation link, as part of a transaction. */
export async function sendConfirmation(
  { deployment, rules, services, clientContext }: ConfirmationContext,
  transaction: Executor,
  recipient: LinkOwner & Pick<Player, 'username' | 'language'>,
): Promise<void> {
  const kind = rules.registrationMailOpens
  const now = services.clock.now()
  const { playerId, username, email } = recipient
  const token = services.secrets.valueOf('mail link', playerId, newSecret())
  const link = { kind, token, expiresAt: after(now, lifetimes.confirmationLink) }
  await issueMailLink(transaction, deployment.name, link, recipient, now)
  const language = mailLanguageOf(deployment, recipient, clientContext)
  const waiting = await listUnconfirmed(transaction, deployment.name, email)
  const reader = { username, language }
  const content = confirmation(deployment, reader, { kind, token, isShared: waiting.length > 1 })
  const owner = { deployment: deployment.name, playerId }
  await services.outbox.post(transaction, owner, email, content, token)
}

/**
 * Confirms the account of a link and returns its username. Of several registrations with one address
 * the first to be confirmed has it: the links of the others are refused. While several wait, the call names
 * its account, which it learns by a refusal: the reader of the mailbox knows which one it is.
 */
export async function confirmByLink(
  context: AccountCall,
  kind: MailLinkKind,
  token: string,
  named: string,
): Promise<{ readonly Username: string }> {
  const use = await useLink(context, kind, token, named).catch((error: unknown) => {
    throw isValueTaken(error) ? refuse('ERROR_EMAIL_EXIST', { property: '' }) : error
  })
  if (use.outcome === 'expired') throw refuse('ERROR_EMAIL_RECOVERY_EXPIRED')
  if (!('username' in use)) return refuseUnknownLink(context)
  if (use.outcome === 'used') context.report('account.confirmed', use.playerId)
  return { Username: use.username }
}

function useLink(
  { deployment, services }: AccountCall,
  kind: MailLinkKind,
  token: string,
  named: string,
) {
  const { database, clock, settings, secrets } = services
  const now = clock.now()
  const repeatableSince = after(now, -settings.MAIL_LINK_REPEAT_HOURS * hour)
  const link = secrets.lookup('mail link', token)
  return inTransaction(database.kysely, async (transaction) => {
    const { name } = deployment
    const taken = await takeMailLink(transaction, name, kind, link, now, repeatableSince)
    if (!('playerId' in taken)) return taken
    const { outcome, playerId } = taken
    const player = await findById(transaction, name, playerId)
    const username = player?.username ?? ''
    if (outcome === 'used') {
      if (keyOf(named) !== keyOf(username) && (await isShared(transaction, player, now))) {
        // Nothing is kept: the link works on.
        throw refuse('ERROR_EMAIL_SHARED', { account: { Username: username } })
      }
      const by = emailVerifiedByLink(deployment)
      await confirmAccount(services, transaction, deployment, playerId, by)
    }
    return { outcome, playerId, username }
  })
}

/** True while several accounts wait for one address, and none has it. */
async function isShared(
  transaction: Executor,
  player: Player | undefined,
  now: Date,
): Promise<boolean> {
  if (player === undefined) return false
  const { deployment, email, id } = player
  const waiting = await listUnconfirmed(transaction, deployment, email)
  return waiting.length > 1 && !(await isEmailTaken(transaction, deployment, email, id, now))
}

/**
 * Confirms an account, whose address was just verified; of a confirmed one it keeps the safer way.
 * Clients hear of the account now, and not when a visitor typed an address into a form. Throws a
 * ValueTakenError when another account has the address.
 */
export async function confirmAccount(
  { clock, events }: Pick<AccountServices, 'clock' | 'events'>,
  transaction: Executor,
  deployment: Deployment,
  playerId: number,
  by: EmailVerification,
): Promise<void> {
  const { name } = deployment
  const isNew = await confirmPlayer(transaction, name, playerId, clock.now())
  await verifyEmail(transaction, name, playerId, by)
  if (!isNew) return
  const player = await findById(transaction, name, playerId)
  if (!player) return
  const { username } = player
  await events.publish(transaction, deployment, { type: 'account.created', playerId, username })
}

/**
 * The player whose registration a link was for, while it waits to be confirmed: the link may be
 * expired or replaced, but it was read in the player's mailbox. Refuses any other link.
 */
export async function registrantOfLink(
  context: AccountCall,
  kind: MailLinkKind,
  token: string,
): Promise<Player> {
  const { deployment, services } = context
  const { kysely } = services.database
  const link = services.secrets.lookup('mail link', token)
  const id = await findLinkOwner(kysely, deployment.name, kind, link)
  const player = id === null ? undefined : await findById(kysely, deployment.name, id)
  return player?.confirmed_at === null ? player : refuseUnknownLink(context)
}

/** How a mail link verifies an address: where links act on load, that may be a mail scanner. */
export function emailVerifiedByLink({
  mailLinks,
}: Pick<Deployment, 'mailLinks'>): EmailVerification {
  return mailLinks === 'button' ? 'press' : 'load'
}

/** Limits the unknown links of an address, so that an attacker cannot try tokens. */
export async function refuseUnknownLink(
  context: Pick<AccountCall, 'deployment' | 'services' | 'clientContext'>,
): Promise<never> {
  await consumeOrRefuse({ ...context, refuse }, 'unknownLinks', context.clientContext.address)
  throw refuse('ERROR_EMAIL_RECOVERY_NOTEXISTS')
}
