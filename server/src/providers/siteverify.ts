import * as z from 'zod'

/** What a captcha provider said of a token. */
export interface CaptchaVerdict {
  /** The provider could be asked, and there was something to ask about. */
  readonly success: boolean
  readonly isValid: boolean
  /** The action that the token was made for, where the provider tells. */
  readonly action: string | null
}

export interface CaptchaQuestion {
  readonly token: string
  readonly secret: string
  readonly ip: string
  /** Least score, 0 to 1, where the provider gives one. */
  readonly minimumScore: number
}

export interface Captcha {
  /** Asks about a token once; a provider out of reach is a verdict without success. */
  readonly verify: (question: CaptchaQuestion) => Promise<CaptchaVerdict>
}

const milliseconds = 5000
const answerSchema = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().max(100).optional(),
})

/** A provider with the siteverify protocol of reCAPTCHA, which others speak too. */
export function createCaptcha(url: string): Captcha {
  return {
    async verify({ token, secret, ip, minimumScore }) {
      if (token === '') return unanswered
      try {
        const response = await fetch(url, {
          method: 'POST',
          body: new URLSearchParams({ secret, response: token, remoteip: ip }),
          redirect: 'error',
          signal: AbortSignal.timeout(milliseconds),
        })
        if (!response.ok) return unanswered
        const answer = answerSchema.parse(await response.json())
        const isValid = answer.success && (answer.score ?? 1) >= minimumScore
        return { success: true, isValid, action: answer.action ?? null }
      } catch {
        return unanswered
      }
    },
  }
}

const unanswered: CaptchaVerdict = { success: false, isValid: false, action: null }
