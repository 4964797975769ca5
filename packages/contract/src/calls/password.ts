import * as z from 'zod'
import { generalBan, newPasswordCodes, ownSignIn, post } from './row.ts'
import { needed, nothing, password, secret, typed, userId } from './values.ts'

export const passwordCalls = {
  recoverPassword: post('password/password-recovery', 'key', {
    hidesDuration: true,
    when: { passwordRecovery: 'open' },
    ipBan: generalBan,
    input: { body: z.object({ email: needed(typed('address', 'ERROR_EMAIL_INCORRECT_FORMAT')) }) },
    answer: nothing,
    refusals: ['ERROR_EMAIL_EMPTY', 'ERROR_EMAIL_INCORRECT_FORMAT', 'ERROR_EMAIL_UNKNOWN'],
  }),
  /**
   * Ours: names the account of a link that is open, for password managers. It changes nothing, and is asked
   * for once the reader of the mail begins to type.
   */
  readPasswordRecovery: post('password/password-recovery-account', 'key', {
    when: { passwordRecovery: 'open', goesBeyondSpecification: true },
    input: { body: z.object({ Token: needed(secret('ERROR_PASSWORD_RECOVERY_NOTEXISTS')) }) },
    answer: z.object({ Username: z.string() }),
    refusals: ['ERROR_PASSWORD_RECOVERY_NOTEXISTS', 'ERROR_PASSWORD_RECOVERY_EXPIRED'],
  }),
  validatePasswordRecovery: post('password/password-recovery-validation', 'key', {
    when: { passwordRecovery: 'open' },
    input: {
      body: z.object({
        Token: needed(secret('ERROR_PASSWORD_RECOVERY_NOTEXISTS')),
        Password: needed(password('ERROR_PASSWORD_LENGTH')),
        Confirm: needed(password('ERROR_CONFIRM_PASSWORD_INVALID')),
      }),
    },
    answer: nothing,
    refusals: [
      'ERROR_PASSWORD_RECOVERY_NOTEXISTS',
      'ERROR_PASSWORD_RECOVERY_EXPIRED',
      ...newPasswordCodes,
      'ERROR_SEGA_RESET_PASSWORD',
    ],
  }),
  validatePassword: post('password/validate/user/{userId}', 'player', {
    isBeforeEnrolment: true,
    when: ownSignIn,
    input: {
      path: z.object({ userId }),
      body: z.object({ Password: needed(password('ERROR_PASSWORD_EMPTY')) }),
    },
    answer: nothing,
    refusals: ['ERROR_PASSWORD_EMPTY', 'ERROR_USERNAME_PASSWORD_INCORRECT', 'ERROR_LOGIN_BY_MAIL'],
  }),
  resetPassword: post('password/password-reset', 'player', {
    when: { resetPassword: 'open' },
    input: {
      body: z.object({
        OldPassword: password().removeDefault().optional(),
        Password: needed(password('ERROR_PASSWORD_LENGTH')),
        ConfirmPassword: needed(password('ERROR_CONFIRM_PASSWORD_INVALID')),
      }),
    },
    answer: nothing,
    refusals: [
      ...newPasswordCodes,
      'ERROR_PASSWORD_EMPTY',
      'ERROR_USERNAME_PASSWORD_INCORRECT',
      'ERROR_LOGIN_BY_MAIL',
      'ERROR_SEGA_RESET_PASSWORD',
      'ERROR_REAUTHENTICATION_REQUIRED',
    ],
  }),
}
