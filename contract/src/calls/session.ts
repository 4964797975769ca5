import * as z from 'zod'
import { token } from './entities.ts'
import { get, post } from './row.ts'
import { moment, nothing, pageQuery, secret, text, userId } from './values.ts'

export const sessionCalls = {
  readToken: get('token/{identity}', 'key', {
    input: { path: z.object({ identity: z.string().max(200) }) },
    answer: token,
    refusals: ['ERROR_TOKEN_INVALID'],
  }),
  refreshToken: get('token/refresh', 'key', {
    input: {
      query: z.object({
        access_token: secret('ERROR_TOKEN_INVALID_REFRESH'),
        refresh_token: secret('ERROR_TOKEN_INVALID_REFRESH'),
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
        access_token: secret('ERROR_TOKEN_INVALID'),
      }),
    },
    answer: z.object({ ExpiresIn: z.int() }),
    refusals: ['ERROR_TOKEN_INVALID'],
  }),
  authorize: get('oauth', 'either', {
    input: { query: pageQuery },
    answer: z.object({ RedirectUri: z.string() }),
    refusals: [
      'This request is not authorized.',
      'This request should contain a state parameter.',
      'ERROR_TOKEN_USER_INVALID',
    ],
  }),
  listAllowedRedirectDomains: get('redirect/allowed-redirect-domains', 'key', {
    answer: z.array(z.string()),
    refusals: [],
  }),
  /** Ours: when this account was last logged in to, besides the caller's own log-in. */
  readLastLogIn: get('log/last', 'player', {
    answer: z.object({
      /** Null when there was none in the last thirty days. */
      LastLogInAt: moment.nullable(),
    }),
    refusals: [],
  }),
  logOut: post('log/user/{userId}/log-out', 'player', {
    input: { path: z.object({ userId }), body: nothing },
    answer: z.object({ CookieName: z.string().nullable() }),
    refusals: [],
  }),
}
