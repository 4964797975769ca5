import * as z from 'zod'
import { cookieCategory } from './entities.ts'
import { get, post } from './row.ts'
import { flag, id, nothing, userId } from './values.ts'

const ofUser = z.object({ userId })

export const cookieCalls = {
  listCookies: get('cookie', 'key', { answer: z.array(cookieCategory), refusals: [] }),
  listUserCookies: get('cookie/user/{userId}', 'player', {
    isBeforeEnrolment: true,
    input: { path: ofUser },
    answer: z.array(cookieCategory),
    refusals: [],
  }),
  setCookie: post('cookie/user/{userId}/set-cookie', 'player', {
    isBeforeEnrolment: true,
    when: { leavesCookiesToConsentTool: false },
    input: { path: ofUser, body: z.object({ Id_Cookie: id(), IsAccepted: flag() }) },
    answer: nothing,
    refusals: ['ERROR_NOT_ALLOWED'],
  }),
  acceptAllCookies: post('cookie/user/{userId}/accept-all', 'player', {
    isBeforeEnrolment: true,
    when: { leavesCookiesToConsentTool: false },
    input: { path: ofUser, body: z.object({ IsAllReject: flag() }) },
    answer: nothing,
    refusals: [],
  }),
}
