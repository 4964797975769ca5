import { type EventLog, logEvent } from '../../platform/observability/events.ts'
import * as z from 'zod'
import type { Deployment } from '../../tenants/deployments.ts'
import { boundedFetch } from '../../platform/http-client/outbound.ts'
import type { Settings } from '../../platform/config/settings.ts'
import type { Captcha, CaptchaVerdict } from './captchaVerdict.ts'

const addresses = {
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}

const answerSchema = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  score: z.number().optional(),
  action: z.string().max(100).optional(),
  'error-codes': z.array(z.string()).optional(),
})
type Answer = z.output<typeof answerSchema>

/** Errors of our configuration or of the provider: they are no verdict about the token. */
const withoutAnswer = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'bad-request',
  'internal-error',
])

const unanswered: CaptchaVerdict = { success: false, isValid: false, action: null }

export interface SiteverifyMaterials {
  readonly settings: Pick<Settings, 'CAPTCHA_VERIFY_URL'>
  readonly log: EventLog
}

/** reCAPTCHA and Turnstile share this protocol: a token verifies once, at the provider's server. */
export function createSiteverify({ settings, log }: SiteverifyMaterials): Captcha {
  return {
    async verify({ deployment, token, ip }) {
      const { name, captchaProvider: provider, captchaSecret: secret } = deployment
      if (provider === 'altcha') throw new Error(`${name}: altcha is not asked over the network.`)
      try {
        const response = await boundedFetch(settings.CAPTCHA_VERIFY_URL ?? addresses[provider], {
          method: 'POST',
          body: new URLSearchParams({ secret, response: token, remoteip: ip }),
        })
        if (!response.ok) throw new Error(`status ${response.status}`)
        const answer = answerSchema.parse(await response.json())
        const errorCode = (answer['error-codes'] ?? []).find((code) => withoutAnswer.has(code))
        if (errorCode !== undefined) throw new Error(errorCode)
        return { success: true, isValid: isGood(answer, deployment), action: answer.action ?? null }
      } catch (error) {
        logEvent(log, 'captcha.unreachable', { err: error, deployment: name })
        return unanswered
      }
    },
  }
}

/** A token of another site counts for nothing here, however human its visitor was. */
function isGood(answer: Answer, { origin, captchaMinimumScore }: Deployment): boolean {
  return (
    answer.success &&
    answer.hostname === new URL(origin).hostname &&
    (answer.score ?? 1) >= captchaMinimumScore
  )
}
