import type { CallName } from '@gatehouse/contract/calls'
import type { MailDomains } from './email/mailDomains.ts'
import type { MailValidator } from './email/mailValidator.ts'
import type { CardDrawer } from './card/drawCard.ts'
import type { UploadEncoder } from './uploads/encodeUpload.ts'
import type { Uploads } from './uploads/uploads.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { AuthServices } from '../auth/authServices.ts'
import type { DeploymentServices } from '../deployments/deploymentServices.ts'
import { type CallContext, handlerFor } from '../http/handler.ts'

/** The services of accounts: registration and changes also need passwords and captchas. */
export interface AccountServices extends AuthServices, Pick<DeploymentServices, 'settings'> {
  readonly mailDomains: MailDomains
  readonly mailValidator: MailValidator
  readonly mailer: Pick<Mailer, 'takesUtf8'> | null
  readonly encodeUpload: UploadEncoder
  readonly drawCard: CardDrawer
  readonly uploads: Uploads
}

export type AccountContext<N extends CallName> = CallContext<N, AccountServices>

/** The part that is the same for every call. */
export type AccountCall = Pick<
  AccountContext<never>,
  'deployment' | 'rules' | 'services' | 'clientContext' | 'response' | 'report' | 'concerns'
>

/** The same of a signed-in player. */
export type PlayerCall = AccountCall & Pick<AccountContext<'readProfile'>, 'caller'>

export const handler = handlerFor<AccountServices>()
