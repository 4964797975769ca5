import * as z from 'zod'
import {
  captchaCodes,
  mailLinkCodes,
  newEmailCodes,
  newPasswordCodes,
  row,
  usernameCodes,
} from './row.ts'
import { foreign, nothing, pageQuery, password, secret, text, tick, userId } from './values.ts'

export const registerSchemas = {
  registerNewUser: row({
    body: z.object({
      Username: text('ERROR_USERNAME_PATTERN'),
      Firstname: text('ERROR_FIRSTNAME_EMPTY', 100),
      Lastname: text('ERROR_LASTNAME_EMPTY', 100),
      UsageNameHoneyPot: text(),
      DateOfBirth: text('Invalid date value'),
      Password: password('ERROR_PASSWORD_LENGTH'),
      ConfirmPassword: password('ERROR_CONFIRM_PASSWORD_INVALID'),
      Email: text('ERROR_EMAIL_INCORRECT_FORMAT'),
      ConfirmEmail: text('ERROR_CONFIRM_EMAIL_INVALID'),
      Referrer: text('ERROR_USER_REFERRER_NOTEXISTS'),
      ApprovePrivacyPolicy: tick('ERROR_APPROVE_PRIVACY_POLICY'),
      ApproveEULA: tick('ERROR_APPROVE_EULA'),
      ApproveCodeOfConduct: tick('ERROR_APPROVE_CODE_OF_CONDUCT'),
      G2GSegaOptin: tick(),
      Additional: tick(),
      ReCAPTCHAToken: foreign('ERROR_REGISTER_INVALID'),
      StudioName: text(),
      ClientId: text(),
      AccessKeyValue: text('ERROR_ACCESS_KEY_NON_EXISTANT'),
    }),
    answer: nothing,
    status: 201,
    refusals: [
      ...usernameCodes,
      ...newPasswordCodes,
      ...newEmailCodes,
      'ERROR_FIRSTNAME_EMPTY',
      'ERROR_LASTNAME_EMPTY',
      'Invalid date value',
      'You must be at least 13 years old',
      'ERROR_USER_REFERRER_NOTEXISTS',
      'ERROR_APPROVE_PRIVACY_POLICY',
      'ERROR_APPROVE_EULA',
      'ERROR_APPROVE_CODE_OF_CONDUCT',
      'ERROR_USER_IP_BANNED_REGISTER',
      'ERROR_ACCESS_KEY_NON_EXISTANT',
      'ERROR_ACCESS_KEY_ALREADY_USED',
      ...captchaCodes,
    ],
  }),
  verifyRegistration: row({
    body: z.object({ VerificationCode: secret('ERROR_EMAIL_RECOVERY_NOTEXISTS') }),
    answer: nothing,
    refusals: [...mailLinkCodes, 'This request should have a verification code.'],
  }),
  validateAccessKey: row({
    body: z.object({ Value: text('ERROR_ACCESS_KEY_NON_EXISTANT') }),
    answer: nothing,
    refusals: ['ERROR_ACCESS_KEY_NON_EXISTANT', 'ERROR_ACCESS_KEY_ALREADY_USED'],
  }),

  recoverPassword: row({
    body: z.object({ email: text('ERROR_EMAIL_INCORRECT_FORMAT') }),
    answer: nothing,
    refusals: ['ERROR_EMAIL_EMPTY', 'ERROR_EMAIL_INCORRECT_FORMAT', 'ERROR_EMAIL_UNKNOWN'],
  }),
  validatePasswordRecovery: row({
    body: z.object({
      Token: secret('ERROR_PASSWORD_RECOVERY_NOTEXISTS'),
      Password: password('ERROR_PASSWORD_LENGTH'),
      Confirm: password('ERROR_CONFIRM_PASSWORD_INVALID'),
    }),
    answer: nothing,
    refusals: [
      'ERROR_PASSWORD_RECOVERY_NOTEXISTS',
      'ERROR_PASSWORD_RECOVERY_EXPIRED',
      ...newPasswordCodes,
      'ERROR_SEGA_RESET_PASSWORD',
    ],
  }),
  validatePassword: row({
    path: z.object({ userId }),
    body: z.object({ Password: password('ERROR_PASSWORD_EMPTY') }),
    answer: nothing,
    refusals: ['ERROR_PASSWORD_EMPTY', 'ERROR_USERNAME_PASSWORD_INCORRECT'],
  }),
  resetPassword: row({
    body: z.object({
      OldPassword: password().removeDefault().optional(),
      Password: password('ERROR_PASSWORD_LENGTH'),
      ConfirmPassword: password('ERROR_CONFIRM_PASSWORD_INVALID'),
    }),
    answer: nothing,
    refusals: [
      ...newPasswordCodes,
      'ERROR_PASSWORD_EMPTY',
      'ERROR_USERNAME_PASSWORD_INCORRECT',
      'ERROR_SEGA_RESET_PASSWORD',
      'ERROR_REAUTHENTICATION_REQUIRED',
    ],
  }),

  confirmEmailUpdate: row({
    query: pageQuery,
    answer: nothing,
    refusals: [...mailLinkCodes, 'ERROR_EMAIL_EXIST'],
  }),
  recoverEmailUpdate: row({ query: pageQuery, answer: nothing, refusals: mailLinkCodes }),
  confirmEmail: row({
    body: z.object({ Uid: secret('ERROR_EMAIL_RECOVERY_NOTEXISTS') }),
    answer: nothing,
    refusals: mailLinkCodes,
  }),
  sendConfirmationEmail: row({
    body: z.object({ Email: text('ERROR_EMAIL_INCORRECT_FORMAT') }),
    answer: nothing,
    refusals: ['ERROR_EMAIL_EMPTY', 'ERROR_EMAIL_INCORRECT_FORMAT', 'ERROR_EMAIL_UNKNOWN'],
  }),
}
