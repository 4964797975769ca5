import * as z from 'zod'
import { token } from './entities.ts'
import { get, post } from './row.ts'
import { moment, needed, nothing, pageQuery, secret, text, userId } from './values.ts'

/** Of OpenID Connect; the first two have other spellings too. */
const authorizationRequest = z.object({
  client_id: z.string(),
  redirect_uri: z.string(),
  state: z.string(),
  response_type: z.literal('code').optional(),
  /** All scopes of the client by default. */
  scope: z.string().optional(),
  nonce: z.string().optional(),
  /** A client may leave both out whose `pkce` says so. */
  code_challenge: z.string().optional(),
  code_challenge_method: z.literal('S256').optional(),
  login_hint: z.string().optional(),
  idp_hint: z.string().optional(),
  ui_locales: z.string().optional(),
  prompt: z.string().optional(),
  max_age: z.string().optional(),
  acr_values: z.string().optional(),
})

export const sessionCalls = {
  readToken: get('token/{identity}', 'key', {
    input: { path: z.object({ identity: z.string().max(200) }) },
    answer: token.extend({
      /** Ours, in the browser that had the session: why it is over. */
      Ended: z
        .object({
          Why: z.enum(['elsewhere', 'frozen', 'unfrozen', 'idle', 'over']),
          /** Those without a visit. */
          Days: z.int().optional(),
        })
        .optional(),
    }),
    refusals: ['ERROR_TOKEN_INVALID'],
  }),
  refreshToken: get('token/refresh', 'key', {
    input: {
      query: z.object({
        access_token: needed(secret('ERROR_TOKEN_INVALID_REFRESH')),
        refresh_token: needed(secret('ERROR_TOKEN_INVALID_REFRESH')),
        client_id: text('ERROR_TOKEN_INVALID_REFRESH'),
      }),
    },
    answer: z.object({ AccessToken: z.string() }),
    refusals: ['ERROR_TOKEN_INVALID_REFRESH', 'ERROR_TOKEN_USER_INVALID'],
  }),
  verifyToken: get('token/verify', 'key', {
    input: {
      query: z.object({
        client_id: text('ERROR_TOKEN_INVALID'),
        access_token: needed(secret('ERROR_TOKEN_INVALID')),
      }),
    },
    answer: z.object({ ExpiresIn: z.int() }),
    refusals: ['ERROR_TOKEN_INVALID'],
  }),
  authorize: get('oauth', 'either', {
    input: { query: pageQuery },
    documented: { query: authorizationRequest },
    answer: z.object({ RedirectUri: z.string() }),
    refusals: [
      'This request is not authorized.',
      'This request should contain a state parameter.',
      'ERROR_CLIENT_UNKNOWN',
      'ERROR_CLIENT_ADDRESS',
      'ERROR_CLIENT_SCOPE',
      'ERROR_CLIENT_PKCE',
      'ERROR_CLIENT_USED',
      'ERROR_CLIENT_REQUEST',
      'ERROR_TOKEN_USER_INVALID',
    ],
  }),
  listAllowedRedirectDomains: get('redirect/allowed-redirect-domains', 'key', {
    answer: z.array(z.string()),
    refusals: [],
  }),
  /** Ours: when this account was last logged in to, besides the caller's own log-in. */
  readLastLogIn: get('log/last', 'player', {
    when: { hasSecuritySection: true },
    answer: z.object({
      /** Null when there was none in the last thirty days. */
      LastLogInAt: moment.nullable(),
    }),
    refusals: [],
  }),
  logOut: post('log/user/{userId}/log-out', 'player', {
    isBeforeEnrolment: true,
    input: { path: z.object({ userId }), body: nothing },
    answer: z.object({
      CookieName: z.string().nullable(),
      /** Ours: log-out pages of clients, to load in hidden frames. */
      Frames: z.array(z.string()).optional(),
    }),
    refusals: [],
  }),
}
