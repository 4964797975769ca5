import * as z from 'zod'
import { user } from './entities.ts'
import { languages } from '../languages.ts'
import { generalBan, get, post, usernameCodes } from './row.ts'
import { id, needed, nothing, secret, typed, userId } from './values.ts'

const ofUser = z.object({ userId })

export const accountCalls = {
  seeCookiePopup: post('profile/user/{userId}/see-cookie-popup', 'player', {
    isBeforeEnrolment: true,
    input: { path: ofUser, body: nothing },
    answer: nothing,
    refusals: [],
  }),
  readProfile: get('profile/user/{userId}', 'player', {
    isBeforeEnrolment: true,
    input: { path: ofUser, query: z.object({ include: z.string().max(5000).optional() }) },
    answer: user,
    refusals: ['ERROR_USER_NOT_EXISTS'],
  }),
  validateProfile: post('profile/validate', 'player', {
    input: { body: z.object({ Token: needed(secret('ERROR_TOKEN_INVALID')) }) },
    answer: z.object({ Success: z.boolean() }),
    refusals: ['ERROR_TOKEN_INVALID'],
  }),
  updateUsername: post('profile/user/{userId}/update-username', 'player', {
    when: { updateUsername: 'open' },
    ipBan: generalBan,
    input: {
      path: ofUser,
      body: z.object({ Username: needed(typed('name', 'ERROR_USERNAME_PATTERN')) }),
    },
    answer: nothing,
    refusals: ['ERROR_ACCOUNT_HELD', ...usernameCodes, 'ERROR_REAUTHENTICATION_REQUIRED'],
  }),
  /** Ours: the language that the portal and mails have for the caller. */
  setLanguage: post('profile/language', 'player', {
    isBeforeEnrolment: true,
    when: { offersLanguages: true },
    input: {
      body: z.object({
        /** A language that the deployment offers; '' follows the browser. */
        Language: z.enum(['', ...languages], 'INVALID_REQUEST'),
      }),
    },
    answer: nothing,
    refusals: ['INVALID_REQUEST'],
  }),
  /** Ours: blocks an unblocked player again, by the rules of a client's block. */
  block: post('block', 'player', {
    input: { body: z.object({ BlockedUserId: id('ERROR_USER_NOT_EXISTS') }) },
    answer: nothing,
    refusals: ['ERROR_USER_NOT_EXISTS', 'ERROR_NOT_ALLOWED'],
  }),
  unblock: post('unblock', 'player', {
    input: { body: z.object({ userBlockedId: id('ERROR_USER_NOT_EXISTS') }) },
    answer: nothing,
    refusals: ['ERROR_USER_NOT_EXISTS'],
  }),
}
