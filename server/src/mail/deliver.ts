import type { FastifyBaseLogger } from 'fastify'
import { countLinkFrom, noteMailRefused } from '../database/operations/mailOutcomes.ts'
import { noteOutcome, type PostedMail } from '../database/operations/postedMails.ts'
import type { MailState } from '../database/schema/values.ts'
import type { Database } from '../database/pool/openDatabase.ts'
import type { Clock } from '../platform/clock.ts'
import type { PlayerSecrets, SecretLookup } from '../platform/crypto/playerSecret.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { Metrics } from '../platform/observability/metrics.ts'
import type { Mail, Mailer } from './mailer.ts'
import type { MailStop } from './mailStop.ts'
import { enhancedCodeOf, type SmtpError, verdictOf } from './verdictOf.ts'

/** A mail of a deployment to an address, with the secret of its link where the link expires. */
export interface DeliveryTarget {
  readonly deployment: string
  readonly to: string
  readonly link: string | null
  /** Where its outcome is noted; absent in a mail of an earlier version. */
  readonly posted?: PostedMail | null
}

const linkKinds = ['mail link', 'email confirmation', 'email undo'] as const

/** Records the outcomes of attempts to send mails, in figures, players and links. */
export function createMailOutcomes(
  { kysely }: Pick<Database, 'kysely'>,
  clock: Clock,
  metrics: Metrics,
  secrets: PlayerSecrets,
) {
  /** A mail does not say of which kind its link is. */
  function soughtLink(link: string): SecretLookup {
    const kind = linkKinds.find((each) => secrets.playerOf(each, link) !== null)
    return secrets.lookup(kind ?? 'mail link', link)
  }

  const noteState = async (
    { posted = null }: DeliveryTarget,
    state: MailState,
    code: number | null = null,
  ): Promise<void> => {
    if (posted !== null) await noteOutcome(kysely, posted, { state, code }, clock.now())
  }

  return {
    async handedOver(target: DeliveryTarget): Promise<void> {
      const { deployment, to, link } = target
      metrics.countMail('sent')
      await noteState(target, 'handed over')
      if (link !== null) await countLinkFrom(kysely, deployment, soughtLink(link), clock.now())
      await noteMailRefused(kysely, deployment, to, null)
    },
    /** The address takes no mail. */
    async refused(target: DeliveryTarget, code: number): Promise<void> {
      const { deployment, to } = target
      metrics.countMail('undeliverable')
      await noteState(target, 'refused', code)
      await noteMailRefused(kysely, deployment, to, clock.now())
    },
    /** The mail server refused the mail itself. */
    async dropped(target: DeliveryTarget, code: number): Promise<void> {
      metrics.countMail('undeliverable')
      await noteState(target, 'dropped', code)
    },
    /** It is tried again; the code is null where the mail server did not answer. */
    async deferred(target: DeliveryTarget, code: number | null): Promise<void> {
      metrics.countMail('deferred')
      await noteState(target, 'put off', code)
    },
  }
}

type MailOutcomes = ReturnType<typeof createMailOutcomes>

/** A mail in the outbox, and where its outcome is noted. */
export interface QueuedMail {
  readonly mail: Mail
  readonly dispatch: DeliveryTarget
}

export interface HandOverServices {
  readonly mailer: Pick<Mailer, 'send'>
  readonly log: FastifyBaseLogger
  readonly outcomes?: MailOutcomes
}

/** Hands a mail over to the mail server. Throws when it shall be tried again. */
export async function deliver(
  { mailer, log, outcomes, stop }: HandOverServices & { readonly stop: MailStop },
  { mail, dispatch }: QueuedMail,
  jobId: string,
): Promise<void> {
  // Nothing was tried: the mail keeps the state of its last try, and the log the line of the stop.
  if (!stop.mayTry()) throw new Error(`SMTP: stopped after ${stop.stopped()?.reason}`)
  try {
    await mailer.send(mail)
  } catch (error) {
    const { responseCode = 0, code, response } = error as SmtpError
    const verdict = verdictOf(error as SmtpError)
    if (verdict === null || verdict === 'us') {
      await note(log, jobId, () => outcomes?.deferred(dispatch, responseCode || null))
      // The queue stores our errors, and the mail server's words may name the recipient.
      const given = [responseCode || (code ?? 'no answer'), enhancedCodeOf(response) ?? '']
      const said = given.join(' ').trim()
      const reason = `SMTP: ${said}`
      logEvent(log, 'mail.delivery_failed', { jobId, reason })
      if (verdict === 'us' && stop.refused(said)) logEvent(log, 'mail.stopped', { reason })
      // oxlint-disable-next-line preserve-caught-error -- see above
      throw new Error(reason)
    }
    // Another try would only hurt our name.
    if (stop.heard()) logEvent(log, 'mail.resumed', {})
    logEvent(log, 'mail.refused', { jobId, responseCode })
    await note(log, jobId, () =>
      verdict === 'mailbox'
        ? outcomes?.refused(dispatch, responseCode)
        : outcomes?.dropped(dispatch, responseCode),
    )
    return
  }
  if (stop.heard()) logEvent(log, 'mail.resumed', {})
  await note(log, jobId, () => outcomes?.handedOver(dispatch))
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
