import * as z from 'zod'
import { cookieCategory } from './entities.ts'
import { row } from './row.ts'
import { flag, id, nothing, userId } from './values.ts'

const ofUser = z.object({ userId })

export const cookieSchemas = {
  listCookies: row({ answer: z.array(cookieCategory), refusals: [] }),
  listUserCookies: row({ path: ofUser, answer: z.array(cookieCategory), refusals: [] }),
  setCookie: row({
    path: ofUser,
    body: z.object({ Id_Cookie: id(), IsAccepted: flag() }),
    answer: nothing,
    refusals: ['ERROR_NOT_ALLOWED'],
  }),
  acceptAllCookies: row({
    path: ofUser,
    body: z.object({ IsAllReject: flag() }),
    answer: nothing,
    refusals: [],
  }),
}
