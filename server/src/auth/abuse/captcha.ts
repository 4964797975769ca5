import type { CaptchaAction, Deployment } from '../../tenants/deployments.ts'
import { createAltcha } from './altcha.ts'
import type { ProofOfWork } from './proofOfWork.ts'
import { createSiteverify } from './siteverify.ts'

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

export interface Captcha {
  /** Asks about a token once; a provider out of reach is a verdict without success. */
  readonly verify: (question: CaptchaQuestion) => Promise<CaptchaVerdict>
}

/** Every provider behind one interface: each deployment names its own. */
export function createCaptcha(
  materials: { readonly proofs: ProofOfWork } & Parameters<typeof createSiteverify>[0],
): Captcha {
  const siteverify = createSiteverify(materials)
  const altcha = createAltcha(materials.proofs)
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
