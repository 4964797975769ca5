import * as z from 'zod'
import { optInList } from './entities.ts'
import { get, post } from './row.ts'
import { flag, nothing } from './values.ts'

/* Open in every deployment: the flags of the sections close the menu entry and the route alone. */

export const newsletterCalls = {
  listNewsletters: get('newsletter', 'player', {
    answer: z.object({ OptInList: z.array(optInList) }),
    refusals: [],
  }),
  optInUser: post('newsletter/optin-user', 'player', {
    input: {
      body: z.object({
        ListId: z.int('ERROR_OPTIN_NOT_EXISTS'),
        IsOptIn: flag(),
        IsG2GOptIn: flag(),
      }),
    },
    answer: nothing,
    refusals: ['ERROR_OPTIN', 'ERROR_OPTIN_NOT_EXISTS'],
  }),
}
