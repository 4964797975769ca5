import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import { confirmAccount } from './confirmAccount.ts'
import { findById } from '../../database/accounts/players.ts'
import { issueMailLink, takeMailLink } from '../../database/accounts/mailLinks.ts'
import type { Executor } from '../../database/connection/openDatabase.ts'
import type { MailLinkKind } from '../../database/connection/tables.ts'
import type { AccountContext } from '../services/handler.ts'
import { confirmation } from '../../mail/confirmation.ts'

type Context = Pick<
  AccountContext<'confirmEmail'>,
  'deployment' | 'rules' | 'services' | 'clientContext' | 'report'
>

interface Recipient {
  readonly playerId: number
  readonly username: string
  readonly email: string
}

const hour = 3600

/** Mails a player a fresh confirmation link, as part of a transaction. */
export async function sendConfirmation(
  { deployment, rules, services }: Pick<Context, 'deployment' | 'rules' | 'services'>,
  transaction: Executor,
  recipient: Recipient,
): Promise<void> {
  const kind = rules.registrationMailOpens
  const now = services.clock.now()
  const expires = after(now, lifetimes.confirmationLink)
  const token = await issueMailLink(transaction, deployment.name, kind, recipient, now, expires)
  const content = confirmation(deployment, recipient.username, kind, token)
  await services.outbox.post(transaction, deployment.name, recipient.email, content, token)
}

export interface LinkRefusal {
  readonly code:
    | 'ERROR_EMAIL_RECOVERY_NOTEXISTS'
    | 'ERROR_EMAIL_RECOVERY_EXPIRED'
    | 'ERROR_TOO_MANY_ATTEMPTS'
  readonly retryAfter?: number
}

type Confirmation =
  | { readonly refusal: null; readonly Username: string }
  | { readonly refusal: LinkRefusal; readonly Username?: never }

/** Confirms the account of a link; returns its username, or the refusal. */
export async function confirmByLink(
  { deployment, services, clientContext, report }: Context,
  kind: MailLinkKind,
  token: string,
): Promise<Confirmation> {
  const { database, clock, settings, rateLimiter } = services
  const now = clock.now()
  const repeatableSince = after(now, -settings.MAIL_LINK_REPEAT_HOURS * hour)
  const use = await database.kysely.transaction().execute(async (transaction) => {
    const { name } = deployment
    const taken = await takeMailLink(transaction, name, kind, token, now, repeatableSince)
    if (taken.outcome === 'used') {
      await confirmAccount(services, transaction, deployment, taken.playerId)
    }
    if (!('playerId' in taken)) return taken
    const player = await findById(transaction, name, taken.playerId)
    const { outcome, playerId } = taken
    return { outcome, playerId, username: player?.username ?? '' }
  })
  if (use.outcome === 'used') report('account.confirmed', use.playerId)
  if (use.outcome === 'used' || use.outcome === 'repeated') {
    return { refusal: null, Username: use.username }
  }
  if (use.outcome === 'expired') return { refusal: { code: 'ERROR_EMAIL_RECOVERY_EXPIRED' } }
  const admission = await rateLimiter.consume(deployment, 'unknownLinks', clientContext.address)
  const refusal: LinkRefusal = admission.isAdmitted
    ? { code: 'ERROR_EMAIL_RECOVERY_NOTEXISTS' }
    : { code: 'ERROR_TOO_MANY_ATTEMPTS', retryAfter: admission.retryAfter }
  return { refusal }
}
