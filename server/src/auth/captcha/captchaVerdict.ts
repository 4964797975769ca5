import type { CaptchaAction, Deployment } from '../../tenants/deployments.ts'

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
