import * as z from 'zod'
import { connect, user } from './entities.ts'
import { newEmailCodes, row, usernameCodes } from './row.ts'
import { id, nothing, secret, text, userId } from './values.ts'

const ofUser = z.object({ userId })

export const profileSchemas = {
  seeCookiePopup: row({ path: ofUser, body: nothing, answer: nothing, refusals: [] }),
  readProfile: row({
    path: ofUser,
    query: z.object({ include: z.string().max(5000).optional() }),
    answer: user,
    refusals: ['ERROR_USER_NOT_EXISTS'],
  }),
  listConnects: row({ answer: z.array(connect), refusals: [] }),
  validateProfile: row({
    body: z.object({ Token: secret('ERROR_TOKEN_INVALID') }),
    answer: z.object({ Success: z.boolean() }),
    refusals: ['ERROR_TOKEN_INVALID'],
  }),
  updateEmail: row({
    path: ofUser,
    body: z.object({
      Email: text('ERROR_EMAIL_INCORRECT_FORMAT'),
      ConfirmEmail: text('ERROR_CONFIRM_EMAIL_INVALID'),
    }),
    answer: nothing,
    refusals: [...newEmailCodes, 'ERROR_REAUTHENTICATION_REQUIRED'],
  }),
  updateUsername: row({
    path: ofUser,
    body: z.object({ Username: text('ERROR_USERNAME_PATTERN') }),
    answer: nothing,
    refusals: usernameCodes,
  }),
  unblock: row({
    body: z.object({ userBlockedId: id('ERROR_USER_NOT_EXISTS') }),
    answer: nothing,
    refusals: ['ERROR_USER_NOT_EXISTS'],
  }),
}
