import { createTransport } from 'nodemailer'
import type { Settings } from '../settings.ts'

/** A mail that is ready to be handed over. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The same at every attempt, so that a mail that arrives twice is known as one. */
  readonly messageId: string
}

/** Hands mails over; rejects when that did not work. */
export interface Mailer {
  readonly send: (mail: Mail) => Promise<void>
}

/** A mailer over SMTP; null when no server is set, mails then wait in the outbox. */
export function createMailer(settings: Settings): Mailer | null {
  if (settings.SMTP_URL === undefined) return null
  const transport = createTransport(settings.SMTP_URL, {
    from: settings.MAIL_FROM,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, ...mail }) {
      await transport.sendMail({
        ...mail,
        // An address object is never parsed: an address with a comma stays one recipient.
        to: { name: '', address: to },
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
  }
}
