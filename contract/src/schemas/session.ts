import * as z from 'zod'
import { identification, token } from './entities.ts'
import { captchaCodes, row } from './row.ts'
import { foreign, nothing, pageQuery, password, secret, text, userId } from './values.ts'

const created = z.object({ Created: z.string() })

export const sessionSchemas = {
  readToken: row({
    path: z.object({ identity: z.string().max(200) }),
    answer: token,
    refusals: ['ERROR_TOKEN_INVALID'],
  }),
  refreshToken: row({
    query: z.object({
      access_token: secret('ERROR_TOKEN_INVALID_REFRESH'),
      refresh_token: secret('ERROR_TOKEN_INVALID_REFRESH'),
      client_id: text('ERROR_TOKEN_INVALID_REFRESH'),
    }),
    answer: z.object({ AccessToken: z.string() }),
    refusals: ['ERROR_TOKEN_INVALID_REFRESH', 'ERROR_TOKEN_USER_INVALID'],
  }),
  verifyToken: row({
    query: z.object({
      client_id: text('ERROR_TOKEN_INVALID'),
      access_token: secret('ERROR_TOKEN_INVALID'),
    }),
    answer: z.object({ ExpiresIn: z.int() }),
    refusals: ['ERROR_TOKEN_INVALID'],
  }),
  authorize: row({
    query: pageQuery,
    answer: z.object({ RedirectUri: z.string() }),
    refusals: [
      'This request is not authorized.',
      'This request should contain a state parameter.',
      'ERROR_TOKEN_USER_INVALID',
    ],
  }),
  listAllowedRedirectDomains: row({ answer: z.array(z.string()), refusals: [] }),

  identify: row({
    body: z.object({
      ClientId: text(),
      RedirectUrl: text('INVALID_REQUEST', 2000),
      UsernameOrEmail: text('ERROR_USERNAME_EMPTY'),
      Token: foreign(),
    }),
    answer: identification,
    refusals: ['ERROR_USERNAME_EMPTY', 'ERROR_USER_UNKNOWN', 'ERROR_USER_BANNED'],
  }),
  logIn: row({
    body: z.object({
      UsernameOrEmail: text('ERROR_USERNAME_EMPTY'),
      Password: password('ERROR_PASSWORD_EMPTY'),
      ClientId: text(),
      RedirectUrl: text('INVALID_REQUEST', 2000),
      StudioName: text(),
      Token: foreign(),
    }),
    answer: created,
    refusals: [
      'ERROR_USERNAME_EMPTY',
      'ERROR_PASSWORD_EMPTY',
      'ERROR_USER_UNKNOWN',
      'ERROR_USERNAME_PASSWORD_INCORRECT',
      'ERROR_USER_CONFIRMED',
      'ERROR_USER_BANNED',
      'ERROR_USER_IP_BANNED_LOGIN',
      'You are not allowed to log in.',
      ...captchaCodes,
    ],
  }),
  logInUser: row({
    path: z.object({ userId }),
    body: z.object({ Password: password('ERROR_PASSWORD_EMPTY') }),
    answer: created,
    refusals: [
      'ERROR_PASSWORD_EMPTY',
      'ERROR_USER_NOT_EXISTS',
      'ERROR_USERNAME_PASSWORD_INCORRECT',
      'ERROR_USER_CONFIRMED',
      'ERROR_USER_BANNED',
    ],
  }),
  logOut: row({
    path: z.object({ userId }),
    body: nothing,
    answer: z.object({ CookieName: z.string().nullable() }),
    refusals: [],
  }),
  verifyCaptcha: row({
    body: z.object({
      Token: foreign(),
      /** Ours: what the token was made for, where the caller wants it checked at once. */
      Action: z.enum(['login', 'register'], 'INVALID_REQUEST').optional(),
    }),
    answer: z.object({ Success: z.boolean(), IsValid: z.boolean() }),
    refusals: [],
  }),
  readCaptchaChallenge: row({
    query: z.object({ action: z.enum(['login', 'register'], 'INVALID_REQUEST') }),
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
