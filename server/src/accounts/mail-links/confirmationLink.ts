import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import { confirmAccount } from './confirmAccount.ts'
import { isValueTaken } from '../../database/accounts/uniqueValues.ts'
import { findById, type Player } from '../../database/accounts/players.ts'
import {
  findLinkOwner,
  issueMailLink,
  type LinkOwner,
  takeMailLink,
} from '../../database/accounts/mailLinks.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { MailLinkKind } from '../../database/schema/values.ts'
import type { AccountContext } from '../handler.ts'
import { confirmation } from '../../mail/mails.ts'
import { mailLanguageOf } from '../../mail/mailLanguageOf.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
import { proofByLink } from './proofByLink.ts'

type Context = Pick<
  AccountContext<'confirmEmail'>,
  'deployment' | 'rules' | 'services' | 'clientContext' | 'report'
>

interface Recipient extends LinkOwner {
  readonly username: string
  /** The player's choice; null without one. */
  readonly language: string | null
}

const hour = 3600

/** Mails a player a fresh confirmation link, as part of a transaction. */
export async function sendConfirmation(
  {
    deployment,
    rules,
    services,
    clientContext,
  }: Pick<Context, 'deployment' | 'rules' | 'services' | 'clientContext'>,
  transaction: Executor,
  recipient: Recipient,
): Promise<void> {
  const kind = rules.registrationMailOpens
  const now = services.clock.now()
  const token = services.secrets.valueOf('mail link', recipient.playerId, newSecret())
  const link = { kind, token, expiresAt: after(now, lifetimes.confirmationLink) }
  await issueMailLink(transaction, deployment.name, link, recipient, now)
  const language = mailLanguageOf(deployment, recipient, clientContext)
  const reader = { username: recipient.username, language }
  const content = confirmation(deployment, reader, kind, token)
  const owner = { deployment: deployment.name, playerId: recipient.playerId }
  await services.outbox.post(transaction, owner, recipient.email, content, token)
}

interface UnknownLink {
  readonly code: 'ERROR_EMAIL_RECOVERY_NOTEXISTS' | 'ERROR_TOO_MANY_ATTEMPTS'
  readonly retryAfter?: number
}

export type LinkRefusal =
  | UnknownLink
  | {
      readonly code: 'ERROR_EMAIL_RECOVERY_EXPIRED' | 'ERROR_EMAIL_EXIST'
      readonly property?: string
    }

type Confirmation =
  | { readonly refusal: null; readonly Username: string }
  | { readonly refusal: LinkRefusal; readonly Username?: never }

/**
 * Confirms the account of a link; returns its username, or the refusal. Of several registrations
 * with one address the first to be confirmed has it: the links of the others are refused.
 */
export async function confirmByLink(
  context: Context,
  kind: MailLinkKind,
  token: string,
): Promise<Confirmation> {
  const { report } = context
  const use = await useLink(context, kind, token).catch((error: unknown) => {
    if (!isValueTaken(error)) throw error
    return { outcome: 'taken' } as const
  })
  if (use.outcome === 'used') report('account.confirmed', use.playerId)
  if (use.outcome === 'used' || use.outcome === 'repeated') {
    return { refusal: null, Username: use.username }
  }
  if (use.outcome === 'taken') return { refusal: { code: 'ERROR_EMAIL_EXIST', property: '' } }
  if (use.outcome === 'expired') return { refusal: { code: 'ERROR_EMAIL_RECOVERY_EXPIRED' } }
  return { refusal: await unknownLink(context) }
}

function useLink({ deployment, services }: Context, kind: MailLinkKind, token: string) {
  const { database, clock, settings, secrets } = services
  const now = clock.now()
  const repeatableSince = after(now, -settings.MAIL_LINK_REPEAT_HOURS * hour)
  const link = secrets.lookup('mail link', token)
  return inTransaction(database.kysely, async (transaction) => {
    const { name } = deployment
    const taken = await takeMailLink(transaction, name, kind, link, now, repeatableSince)
    if (!('playerId' in taken)) return taken
    const { outcome, playerId } = taken
    if (outcome === 'used') {
      await confirmAccount(services, transaction, deployment, playerId, proofByLink(deployment))
    }
    const player = await findById(transaction, name, playerId)
    return { outcome, playerId, username: player?.username ?? '' }
  })
}

/**
 * The player whose registration a link was for, while it waits to be confirmed: the link may be
 * expired or replaced, but it was read in the player's mailbox. Otherwise the refusal.
 */
export async function registrantOfLink(
  context: Context,
  kind: MailLinkKind,
  token: string,
): Promise<{ readonly player: Player } | { readonly refusal: UnknownLink }> {
  const { deployment, services } = context
  const { kysely } = services.database
  const link = services.secrets.lookup('mail link', token)
  const id = await findLinkOwner(kysely, deployment.name, kind, link)
  const player = id === null ? undefined : await findById(kysely, deployment.name, id)
  if (player?.confirmed_at === null) return { player }
  return { refusal: await unknownLink(context) }
}

async function unknownLink({ deployment, services, clientContext }: Context): Promise<UnknownLink> {
  const { rateLimiter } = services
  const admission = await rateLimiter.consume(deployment, 'unknownLinks', clientContext.address)
  return admission.isAdmitted
    ? { code: 'ERROR_EMAIL_RECOVERY_NOTEXISTS' }
    : { code: 'ERROR_TOO_MANY_ATTEMPTS', retryAfter: admission.retryAfter }
}
