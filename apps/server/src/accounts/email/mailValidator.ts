import { type EventLog, logEvent } from '../../platform/observability/events.ts'
import type { ErrorCode } from '@gatehouse/contract/errors'
import * as z from 'zod'
import type { Settings } from '../../platform/config/settings.ts'
import { boundedFetch } from '../../platform/http-client/outbound.ts'

type Finding = Extract<
  ErrorCode,
  | 'ERROR_EMAIL_DISPOSABLE_ADDRESS'
  | 'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST'
  | 'ERROR_EMAIL_HIGH_RISK'
  | 'ERROR_EMAIL_INVALID'
>

export interface MailValidator {
  /** Returns the service's finding against an address; null for none, and without an answer. */
  readonly findingOf: (email: string) => Promise<Finding | null>
}

const milliseconds = 2000

const answerSchema = z.object({
  is_disposable_address: z.boolean().default(false),
  reason: z.array(z.string()).default([]),
  result: z.string(),
  risk: z.string().default('unknown'),
})

/**
 * Asks a service with the interface of Mailgun's validation; without one, no address has a finding.
 */
export function createMailValidator(
  settings: Pick<Settings, 'EMAIL_VALIDATE_URL' | 'EMAIL_VALIDATE_KEY'>,
  log: EventLog,
): MailValidator {
  const { EMAIL_VALIDATE_URL: address, EMAIL_VALIDATE_KEY: key = '' } = settings
  if (address === undefined) return { findingOf: () => Promise.resolve(null) }
  const authorization = `Basic ${Buffer.from(`api:${key}`).toString('base64')}`
  return {
    async findingOf(email) {
      try {
        const body = new URLSearchParams({ address: email })
        const init = { method: 'POST', headers: { authorization }, body }
        const response = await boundedFetch(address, init, milliseconds)
        if (!response.ok) throw new Error(`status ${response.status}`)
        return findingIn(answerSchema.parse(await response.json()))
      } catch (error) {
        // An outage of the service must not refuse players.
        logEvent(log, 'email_validation.unreachable', { err: error })
        return null
      }
    },
  }
}

function findingIn({
  is_disposable_address: isDisposable,
  reason,
  result,
  risk,
}: z.output<typeof answerSchema>): Finding | null {
  if (isDisposable) return 'ERROR_EMAIL_DISPOSABLE_ADDRESS'
  if (reason.includes('mailbox_does_not_exist')) return 'ERROR_EMAIL_MAILBOX_DOES_NOT_EXIST'
  if (risk === 'high') return 'ERROR_EMAIL_HIGH_RISK'
  return result === 'undeliverable' || result === 'do_not_send' ? 'ERROR_EMAIL_INVALID' : null
}
