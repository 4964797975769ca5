import * as z from 'zod'
import { identification, opened } from './entities.ts'
import { captchaCodes, get, loginBan, ownSignIn, post, quietLoginBan } from './row.ts'
import { broughtAlong, foreign, needed, password, text, typed, userId } from './values.ts'

export const loginCalls = {
  identify: post('log/identify', 'key', {
    hidesDuration: true,
    when: ownSignIn,
    ipBan: quietLoginBan,
    input: {
      body: z.object({
        ClientId: broughtAlong('clientId'),
        RedirectUrl: broughtAlong('redirectUrl'),
        UsernameOrEmail: needed(typed('login', 'ERROR_USERNAME_EMPTY')),
        Token: foreign(),
      }),
    },
    answer: identification,
    refusals: ['ERROR_USERNAME_EMPTY', 'ERROR_USER_UNKNOWN', 'ERROR_USER_BANNED'],
  }),
  logIn: post('log/log-in', 'key', {
    hidesDuration: true,
    when: ownSignIn,
    ipBan: loginBan,
    costsHash: true,
    input: {
      body: z.object({
        UsernameOrEmail: needed(typed('login', 'ERROR_USERNAME_EMPTY')),
        Password: needed(password('ERROR_PASSWORD_EMPTY')),
        ClientId: broughtAlong('clientId'),
        RedirectUrl: broughtAlong('redirectUrl'),
        StudioName: text(),
        Token: foreign(),
      }),
    },
    answer: opened,
    refusals: [
      'ERROR_USERNAME_EMPTY',
      'ERROR_PASSWORD_EMPTY',
      'ERROR_USER_UNKNOWN',
      'ERROR_USERNAME_PASSWORD_INCORRECT',
      'ERROR_LOGIN_BY_MAIL',
      'ERROR_USER_CONFIRMED',
      'ERROR_USER_BANNED',
      'ERROR_ACCOUNT_FROZEN',
      'ERROR_SECOND_FACTOR_REQUIRED',
      'ERROR_USER_IP_BANNED_LOGIN',
      'You are not allowed to log in.',
      ...captchaCodes,
    ],
  }),
  /** It carries no captcha token, so it is closed where a deployment has a captcha. */
  logInUser: post('log/user/{userId}/log-in', 'key', {
    hidesDuration: true,
    when: { ...ownSignIn, asksCaptcha: false },
    ipBan: quietLoginBan,
    costsHash: true,
    input: {
      path: z.object({ userId }),
      body: z.object({ Password: needed(password('ERROR_PASSWORD_EMPTY')) }),
    },
    answer: opened,
    refusals: [
      'ERROR_PASSWORD_EMPTY',
      'ERROR_USER_NOT_EXISTS',
      'ERROR_USERNAME_PASSWORD_INCORRECT',
      'ERROR_LOGIN_BY_MAIL',
      'ERROR_USER_CONFIRMED',
      'ERROR_USER_BANNED',
      'ERROR_ACCOUNT_FROZEN',
      'ERROR_SECOND_FACTOR_REQUIRED',
    ],
  }),
  verifyCaptcha: post('recaptcha/verify', 'key', {
    input: {
      body: z.object({
        Token: foreign(),
        /**
         * Ours: the purpose of the token, where the caller wants the server to check it at once.
         */
        Action: z.enum(['login', 'register'], 'INVALID_REQUEST').optional(),
      }),
    },
    answer: z.object({ Success: z.boolean(), IsValid: z.boolean() }),
    refusals: [],
  }),
  /** Ours: the challenge of a proof of work, where the captcha is self-hosted. */
  readCaptchaChallenge: get('captcha/challenge', 'key', {
    when: { asksCaptcha: true },
    input: { query: z.object({ action: z.enum(['login', 'register'], 'INVALID_REQUEST') }) },
    answer: z.object({
      parameters: z.looseObject({
        algorithm: z.string(),
        nonce: z.string(),
        salt: z.string(),
        cost: z.int(),
        keyLength: z.int(),
        keyPrefix: z.string(),
      }),
      signature: z.string(),
    }),
    refusals: ['ERROR_NOT_ALLOWED'],
  }),
}
