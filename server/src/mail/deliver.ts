import type { FastifyBaseLogger } from 'fastify'
import { logEvent } from '../platform/observability/events.ts'
import type { Mail, Mailer } from './mailer.ts'
import type { DeliveryTarget, MailOutcomes } from './mailOutcomes.ts'

/** A mail in the outbox, and where its outcome is noted. */
export interface QueuedMail {
  readonly mail: Mail
  readonly dispatch: DeliveryTarget
}

export interface HandOverServices {
  readonly mailer: Mailer
  readonly log: FastifyBaseLogger
  readonly outcomes?: MailOutcomes
}

/** The fields of a mailer's error that come from the mail server. */
interface SmtpError {
  readonly responseCode?: number
  readonly code?: string
  readonly command?: string
}

/** Hands a mail over to the mail server. Throws when it shall be tried again. */
export async function deliver(
  { mailer, log, outcomes }: HandOverServices,
  { mail, dispatch }: QueuedMail,
  jobId: string,
): Promise<void> {
  try {
    await mailer.send(mail)
  } catch (error) {
    const { responseCode = 0, code, command } = error as SmtpError
    const isRefused = responseCode >= 500 && command === 'RCPT TO'
    const isDropped = responseCode >= 500 && code === 'EMESSAGE'
    if (!isRefused && !isDropped) {
      outcomes?.deferred()
      // The queue keeps what we throw, and the mail server's words may name the recipient.
      const reason = `SMTP: ${responseCode || (code ?? 'no answer')}`
      logEvent(log, 'mail.delivery_failed', { jobId, reason })
      // oxlint-disable-next-line preserve-caught-error -- see above
      throw new Error(reason)
    }
    // Another try would only hurt our name. A server that refuses us does not refuse the mail: it is
    // tried again, and goes out when the settings are right.
    logEvent(log, 'mail.refused', { jobId, responseCode })
    await note(log, jobId, () => (isRefused ? outcomes?.refused(dispatch) : outcomes?.dropped()))
    return
  }
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
