import * as z from 'zod'
import type { ErrorCode } from '../errors.ts'
import { opened } from './entities.ts'
import {
  captchaCodes,
  mailLinkCodes,
  newEmailCodes,
  newPasswordCodes,
  ownRegistration,
  post,
  registerBan,
  usernameCodes,
} from './row.ts'
import {
  broughtAlong,
  foreign,
  needed,
  nothing,
  password,
  secret,
  text,
  tick,
  typed,
} from './values.ts'

/**
 * The name that the page of the link has shown: needed where several accounts wait for the address,
 * so that its reader knows which account is confirmed.
 */
const chosen = { Username: typed('name').optional(), ClientId: broughtAlong('clientId').optional() }

const confirmed = z.object({
  /** The name of the account, to fill the log-in form with. The mail has shown it already. */
  Username: z.string(),
  /** Ours: present where the account was confirmed before, by this link or another one. */
  IsRepeated: z.literal(true).optional(),
  /** Ours: the session of the browser that registered; absent in every other browser. */
  ...opened.partial().shape,
})

const named = {
  Username: needed(typed('name', 'ERROR_USERNAME_PATTERN')),
  Firstname: typed('line', 'ERROR_FIRSTNAME_EMPTY', 100),
  Lastname: typed('line', 'ERROR_LASTNAME_EMPTY', 100),
  UsageNameHoneyPot: text(),
  DateOfBirth: typed('date', 'Invalid date value'),
}
const addressed = { Email: needed(typed('address', 'ERROR_EMAIL_INCORRECT_FORMAT')) }
const agreed = {
  Referrer: typed('name', 'ERROR_USER_REFERRER_NOTEXISTS'),
  ApprovePrivacyPolicy: needed(tick('ERROR_APPROVE_PRIVACY_POLICY')),
  ApproveEULA: needed(tick('ERROR_APPROVE_EULA')),
  ApproveCodeOfConduct: tick('ERROR_APPROVE_CODE_OF_CONDUCT'),
  G2GSegaOptin: tick(),
  Additional: tick(),
}
const whence = {
  StudioName: text(),
  ClientId: broughtAlong('clientId'),
  AccessKeyValue: typed('key', 'ERROR_ACCESS_KEY_NON_EXISTANT'),
}

/** The fields of a new player that each form of a registration has. */
export const registrant = { ...named, ...addressed, ...agreed, ...whence }

export const registrantCodes = [
  ...usernameCodes,
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
] as const satisfies readonly ErrorCode[]

export const registrationCalls = {
  registerNewUser: post('register/new-user', 'key', {
    hidesDuration: true,
    when: ownRegistration,
    ipBan: registerBan,
    costsHash: true,
    input: {
      body: z.object({
        ...named,
        Password: needed(password('ERROR_PASSWORD_LENGTH')),
        ConfirmPassword: needed(password('ERROR_CONFIRM_PASSWORD_INVALID')),
        ...addressed,
        ConfirmEmail: needed(typed('address', 'ERROR_CONFIRM_EMAIL_INVALID')),
        ...agreed,
        ReCAPTCHAToken: foreign('ERROR_REGISTER_INVALID'),
        ...whence,
      }),
    },
    answer: nothing,
    status: 201,
    refusals: [...registrantCodes, ...newPasswordCodes, ...captchaCodes],
  }),
  /**
   * Ours: says whether a username is free, before the form is sent. Other players see usernames.
   */
  checkUsername: post('register/check-username', 'key', {
    when: { ...ownRegistration, goesBeyondSpecification: true },
    ipBan: registerBan,
    input: { body: z.object({ Username: needed(typed('name', 'ERROR_USERNAME_PATTERN')) }) },
    answer: z.object({
      IsFree: z.boolean(),
      /** Free names that resemble a taken one. */
      Suggestions: z.array(z.string()),
    }),
    refusals: [...usernameCodes, 'ERROR_USER_IP_BANNED_REGISTER'],
  }),
  verifyRegistration: post('register/verify', 'key', {
    when: ownRegistration,
    input: {
      body: z.object({
        VerificationCode: needed(secret('ERROR_EMAIL_RECOVERY_NOTEXISTS')),
        ...chosen,
      }),
    },
    answer: confirmed,
    refusals: [
      ...mailLinkCodes,
      'ERROR_EMAIL_EXIST',
      'ERROR_EMAIL_SHARED',
      'This request should have a verification code.',
    ],
  }),
  validateAccessKey: post('accesskey/validate', 'key', {
    when: ownRegistration,
    input: { body: z.object({ Value: needed(typed('key', 'ERROR_ACCESS_KEY_NON_EXISTANT')) }) },
    answer: nothing,
    refusals: ['ERROR_ACCESS_KEY_NON_EXISTANT', 'ERROR_ACCESS_KEY_ALREADY_USED'],
  }),
  confirmEmail: post('email/confirm', 'key', {
    when: ownRegistration,
    input: { body: z.object({ Uid: needed(secret('ERROR_EMAIL_RECOVERY_NOTEXISTS')), ...chosen }) },
    answer: confirmed,
    refusals: [...mailLinkCodes, 'ERROR_EMAIL_EXIST', 'ERROR_EMAIL_SHARED'],
  }),
  renewConfirmation: post('email/renew-confirmation', 'key', {
    when: { ...ownRegistration, goesBeyondSpecification: true },
    input: { body: z.object({ Uid: needed(secret('ERROR_EMAIL_RECOVERY_NOTEXISTS')) }) },
    // The address that the new link goes to, masked.
    answer: z.object({ Email: z.string() }),
    refusals: mailLinkCodes,
  }),
  sendConfirmationEmail: post('email/send-confirmation-email', 'key', {
    hidesDuration: true,
    when: ownRegistration,
    input: { body: z.object({ Email: needed(typed('address', 'ERROR_EMAIL_INCORRECT_FORMAT')) }) },
    answer: nothing,
    refusals: ['ERROR_EMAIL_EMPTY', 'ERROR_EMAIL_INCORRECT_FORMAT', 'ERROR_EMAIL_UNKNOWN'],
  }),
}
