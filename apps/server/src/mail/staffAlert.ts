import type { Executor } from '../database/schema/executor.ts'
import type { Settings } from '../platform/config/settings.ts'
import { escapeHtml } from '../platform/escapeHtml.ts'
import type { Outbox } from './outbox.ts'

interface AlertServices {
  readonly settings: Pick<Settings, 'STAFF_ALERT_MAIL'>
  readonly outbox: Pick<Outbox, 'post'>
}

interface Alert {
  /** `*` for what concerns all deployments. */
  readonly deployment: string
  readonly subject: string
  readonly text: string
}

/** Mails STAFF_ALERT_MAIL by the outbox, in the transaction of the cause. */
export async function alertStaff(
  { settings: { STAFF_ALERT_MAIL: to }, outbox }: AlertServices,
  transaction: Executor,
  { deployment, subject, text }: Alert,
): Promise<void> {
  if (to === undefined) return
  const content = { subject: `Gatehouse: ${subject}`, text, html: `<p>${escapeHtml(text)}</p>` }
  await outbox.post(transaction, { deployment, playerId: 0 }, to, content)
}
