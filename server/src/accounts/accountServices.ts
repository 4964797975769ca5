import type { FastifyBaseLogger } from 'fastify'
import type { MailDomains } from './email/mailDomains.ts'
import type { MailValidator } from './email/mailValidator.ts'
import type { UploadEncoder } from './uploads/encodeUpload.ts'
import type { Uploads } from './uploads/uploads.ts'
import type { AuthServices } from '../auth/authServices.ts'
import type { Settings } from '../platform/config/settings.ts'

/** The services of accounts: registration and changes also need passwords and captchas. */
export interface AccountServices extends AuthServices {
  readonly log: FastifyBaseLogger
  readonly mailDomains: MailDomains
  readonly mailValidator: MailValidator
  readonly settings: Settings
  readonly encodeUpload: UploadEncoder
  readonly uploads: Uploads
}
