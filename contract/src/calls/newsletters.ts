import * as z from 'zod'
import { optInList } from './entities.ts'
import { get, post } from './row.ts'
import { flag, nothing } from './values.ts'

/* The specification opens both calls with the section of connections. */

export const newsletterCalls = {
  listNewsletters: get('newsletter', 'player', {
    when: { hasConnectionsSection: true },
    answer: z.object({ OptInList: z.array(optInList) }),
    refusals: [],
  }),
  optInUser: post('newsletter/optin-user', 'player', {
    when: { hasConnectionsSection: true },
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
