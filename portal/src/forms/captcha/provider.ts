export type CaptchaAction = 'login' | 'register'

/** A captcha service as the forms meet it. */
export interface CaptchaProvider {
  /** Whether a token costs the visitor's machine some work, so that none is made for nothing. */
  readonly isCostly: boolean
  /** A token for one submission. Rejects when the service cannot be reached or gives none. */
  token(action: CaptchaAction): Promise<string>
}
