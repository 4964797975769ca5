import type { CaptchaAction, Deployment } from '../../tenants/deployments.ts'
import { type AltchaMaterials, createAltcha } from './altcha.ts'
import { createSiteverify } from './siteverify.ts'

/** What a captcha provider said of a token. */
export interface CaptchaVerdict {
  /** The provider could be asked, and there was something to ask about. */
  readonly success: boolean
  readonly isValid: boolean
  /** The action that the token was made for, where the provider tells. */
  readonly action: string | null
}

export interface CaptchaQuestion {
  readonly deployment: Deployment
  readonly token: string
  /** What the token must have been made for, where the visitor says so. */
  readonly action: CaptchaAction | null
  readonly ip: string
}

export interface Captcha {
  /** Asks about a token once; a provider out of reach is a verdict without success. */
  readonly verify: (question: CaptchaQuestion) => Promise<CaptchaVerdict>
}

/** Every provider behind one question: each deployment names its own. */
export function createCaptcha(
  materials: AltchaMaterials & Parameters<typeof createSiteverify>[0],
): Captcha {
  const siteverify = createSiteverify(materials)
  const altcha = createAltcha(materials)
  const providers = { recaptcha: siteverify, turnstile: siteverify, altcha }
  return {
    async verify(question) {
      if (question.token === '') return { success: false, isValid: false, action: null }
      const verdict = await providers[question.deployment.captchaProvider].verify(question)
      const isOther =
        question.action !== null && verdict.action !== null && verdict.action !== question.action
      return isOther ? { ...verdict, isValid: false } : verdict
    },
  }
}
