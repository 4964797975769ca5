import type { Portal } from '../../context/portal.ts'

export type CaptchaAction = 'login' | 'register'

export type CaptchaServices = Pick<Portal, 'configuration' | 'rules' | 'session'>

/** A captcha service as the forms meet it. */
export interface CaptchaProvider {
  /** A token for one submission. Rejects when the service cannot be reached or gives none. */
  token(action: CaptchaAction): Promise<string>
}
