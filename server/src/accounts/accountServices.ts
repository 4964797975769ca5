import type { MailDomains } from './email/mailDomains.ts'
import type { MailValidator } from './email/mailValidator.ts'
import type { UploadEncoder } from './uploads/encodeUpload.ts'
import type { Uploads } from './uploads/uploads.ts'
import type { AuthServices } from '../auth/authServices.ts'
import type { TenantServices } from '../tenants/tenantServices.ts'

/** The services of accounts: registration and changes also need passwords and captchas. */
export interface AccountServices extends AuthServices, Pick<TenantServices, 'settings'> {
  readonly mailDomains: MailDomains
  readonly mailValidator: MailValidator
  readonly encodeUpload: UploadEncoder
  readonly uploads: Uploads
}
