import type { AccountContext } from '../accountServices.ts'

type Form = AccountContext<'registerNewUser'>['input']['body']
type OfPassword = 'Password' | 'ConfirmPassword' | 'ConfirmEmail' | 'ReCAPTCHAToken'

/**
 * A registration, with a password and a captcha or with an account of a service, whose form has
 * neither and types the address once.
 */
export type RegistrationContext = Pick<
  AccountContext<'registerNewUser'>,
  'deployment' | 'rules' | 'services' | 'clientContext' | 'response' | 'report' | 'inputErrors'
> & {
  readonly input: { readonly body: Omit<Form, OfPassword> & Partial<Pick<Form, OfPassword>> }
}
