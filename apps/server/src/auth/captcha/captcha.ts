import * as z from 'zod'
import type { Settings } from '../../platform/config/settings.ts'
import { boundedFetch } from '../../platform/http-client/outbound.ts'
import { type EventLog, logEvent } from '../../platform/observability/events.ts'
import type { CaptchaAction, Deployment } from '../../deployments/deployments.ts'
import type { ProofOfWork } from './proofOfWork.ts'

/** The verdict of a captcha provider about a token. */
export interface CaptchaVerdict {
  /** True when the provider answered about the token itself. */
  readonly success: boolean
  readonly isValid: boolean
  /** The action of the token, where the provider names it. */
  readonly action: string | null
}

export interface CaptchaQuestion {
  readonly deployment: Deployment
  readonly token: string
  /** The action that the token must be for, where the visitor names one. */
  readonly action: CaptchaAction | null
  readonly ip: string
}

export type Captcha = ReturnType<typeof createCaptcha>

interface Materials {
  readonly settings: Pick<Settings, 'CAPTCHA_VERIFY_URL'>
  readonly log: EventLog
  readonly proofOfWork: ProofOfWork
}

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

/** Errors of our configuration or of the provider: they are no verdict about the token. */
const withoutAnswer = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'bad-request',
  'internal-error',
])

const unanswered: CaptchaVerdict = { success: false, isValid: false, action: null }

/** Every provider behind one interface: each deployment names its own. */
export function createCaptcha(materials: Materials) {
  return {
    /** Asks about a token once; a provider out of reach is a verdict without success. */
    async verify(question: CaptchaQuestion): Promise<CaptchaVerdict> {
      if (question.token === '') return unanswered
      const verdict = await (question.deployment.captchaProvider === 'altcha'
        ? verifyProofOfWork(materials, question)
        : siteverify(materials, question))
      const isOther =
        question.action !== null && verdict.action !== null && verdict.action !== question.action
      return isOther ? { ...verdict, isValid: false } : verdict
    },
  }
}

/** The self-hosted captcha. Limits and the honeypot do the rest. */
async function verifyProofOfWork(
  { proofOfWork }: Materials,
  { deployment, token }: CaptchaQuestion,
): Promise<CaptchaVerdict> {
  const expected = { purposes: ['login', 'register'], about: '' } as const
  const action = await proofOfWork.check(deployment, token, expected)
  return { success: true, isValid: action !== null, action }
}

/** reCAPTCHA and Turnstile share this protocol: a token verifies once, at the provider's server. */
async function siteverify(
  { settings, log }: Materials,
  { deployment, token, ip }: CaptchaQuestion,
): Promise<CaptchaVerdict> {
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
    // A token of another site counts for nothing here, however human its visitor was.
    const isValid =
      answer.success &&
      answer.hostname === new URL(deployment.origin).hostname &&
      (answer.score ?? 1) >= deployment.captchaMinimumScore
    return { success: true, isValid, action: answer.action ?? null }
  } catch (error) {
    logEvent(log, 'captcha.unreachable', { err: error, deployment: name })
    return unanswered
  }
}
