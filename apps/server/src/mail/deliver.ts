import type { FastifyBaseLogger } from 'fastify'
import {
  countLinkFrom,
  type ExpiringLinkKind,
  noteMailRefused,
} from '../database/operations/mailOutcomes.ts'
import type { Database } from '../database/pool/openDatabase.ts'
import type { Clock } from '../platform/clock.ts'
import type { PlayerSecrets } from '../platform/crypto/playerSecret.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { Metrics } from '../platform/observability/metrics.ts'
import type { Mail, Mailer } from './mailer.ts'
import type { MailOfMailing } from './mailsOfMailings.ts'
import type { MailStop } from './mailStop.ts'
import { enhancedCodeOf, isAboutMail, type SmtpError, verdictOf } from './verdictOf.ts'

/** The secret of a mail's link, whose time counts from the sending of the mail. */
export interface ExpiringLink {
  readonly kind: ExpiringLinkKind
  readonly secret: string
}

/** A mail of a deployment to an address, with its link where the link expires. */
export interface DeliveryTarget {
  readonly deployment: string
  readonly to: string
  readonly link: ExpiringLink | null
  /** True for a mail of a mailing: an address that refused a mail before gets none. */
  readonly isOfMailing?: boolean
}

/** Records the outcomes of attempts to send mails, in figures, players and links. */
export function createMailOutcomes(
  { kysely }: Pick<Database, 'kysely'>,
  clock: Clock,
  metrics: Metrics,
  secrets: PlayerSecrets,
) {
  return {
    async handedOver({ deployment, to, link, isOfMailing = false }: DeliveryTarget): Promise<void> {
      metrics.countMail('sent')
      if (link !== null) {
        const { kind, secret } = link
        const sought = { kind, ...secrets.lookup(kind, secret) }
        await countLinkFrom(kysely, deployment, sought, clock.now())
      }
      if (!isOfMailing) await noteMailRefused(kysely, deployment, to, null)
    },
    /** The address takes no mail. */
    async refused({ deployment, to }: DeliveryTarget): Promise<void> {
      metrics.countMail('undeliverable')
      await noteMailRefused(kysely, deployment, to, clock.now())
    },
    /** The mail server refused the mail itself. */
    async dropped(): Promise<void> {
      metrics.countMail('undeliverable')
    },
    /** It is tried again, or given up. */
    async deferred(): Promise<void> {
      metrics.countMail('deferred')
    },
  }
}

type MailOutcomes = ReturnType<typeof createMailOutcomes>

/** A mail in the outbox, and where its outcome is noted. */
export interface QueuedMail {
  readonly mail: Mail | MailOfMailing
  readonly dispatch: DeliveryTarget
}

export interface HandOverServices {
  readonly mailer: Pick<Mailer, 'send'>
  readonly log: FastifyBaseLogger
  readonly outcomes?: MailOutcomes
}

/** What came of a try to send a mail. */
export type Tried =
  | { readonly state: 'handed over' }
  /** For good: the address takes no mail, or the mail server not this one; null where its mailing was stopped. */
  | { readonly state: 'refused' | 'dropped'; readonly code: number | null }
  | {
      readonly state: 'put off'
      /** Null where the mail server did not answer. */
      readonly code: number | null
      readonly reason: string
      /** True where the mail server put off this mail, while it takes others. */
      readonly isAnswer: boolean
    }

/** Tries to hand a mail over to the mail server. */
export async function deliver(
  services: HandOverServices & { readonly stop: MailStop },
  { mail, dispatch }: QueuedMail & { readonly mail: Mail },
  jobId: string,
): Promise<Tried> {
  const { mailer, log, outcomes, stop } = services
  const wasStopped = stop.stopped() !== null
  try {
    await mailer.send(mail)
  } catch (error) {
    const failure = error as SmtpError
    const { responseCode: code = 0 } = failure
    const verdict = verdictOf(failure)
    if (verdict === null || verdict === 'us') {
      const reason = reasonOf(failure)
      logEvent(log, 'mail.delivery_failed', { jobId, reason })
      const how = verdict === 'us' ? 'refused' : 'absent'
      if (stop.failed(reason.replace('SMTP: ', ''), how)) logEvent(log, 'mail.stopped', { reason })
      await note(log, jobId, () => outcomes?.deferred())
      const isAnswer = !wasStopped && isAboutMail(failure)
      return { state: 'put off', code: code || null, reason, isAnswer }
    }
    if (stop.heard()) logEvent(log, 'mail.resumed', {})
    logEvent(log, 'mail.refused', { jobId, responseCode: code })
    // Another try would only hurt our name.
    const state = verdict === 'mailbox' ? 'refused' : 'dropped'
    await note(log, jobId, () =>
      state === 'refused' ? outcomes?.refused(dispatch) : outcomes?.dropped(),
    )
    return { state, code }
  }
  if (stop.heard()) logEvent(log, 'mail.resumed', {})
  await note(log, jobId, () => outcomes?.handedOver(dispatch))
  return { state: 'handed over' }
}

/** The codes of a failure: the mail server's words may name the recipient. */
function reasonOf({ responseCode = 0, code, response }: SmtpError): string {
  const given = [responseCode || (code ?? 'no answer'), enhancedCodeOf(response) ?? '']
  return `SMTP: ${given.join(' ').trim()}`
}

/** The mail server has answered for good: a note that fails must not send the mail again. */
async function note(
  log: FastifyBaseLogger,
  jobId: string,
  act: () => Promise<void> | void,
): Promise<void> {
  try {
    await act()
  } catch (error) {
    logEvent(log, 'mail.outcome_not_noted', { jobId, err: error })
  }
}
