import * as z from 'zod'
import { post } from './row.ts'
import { flag, moment, text } from './values.ts'

/* Ours: codes by which the support reads why a call was refused. */

/** The longest value of the header that a code is made of. */
const noteLength = 700

export const supportCalls = {
  /** Keeps the note of a refusal or a fault, and answers the code that opens it. */
  makeSupportCode: post('support/code', 'key', {
    when: { makesSupportCodes: true },
    input: {
      body: z.object({
        /** The header `x-incident` of the answer. */
        Incident: text('INVALID_REQUEST', noteLength),
        /** The path of the screen, as the browser says. */
        Screen: text('INVALID_REQUEST', 200),
        /** The language in which the player reads. */
        Language: text('INVALID_REQUEST', 20),
        /** The sentences that the screen shows, as the browser says. */
        Read: text('INVALID_REQUEST', 500),
        /** True where Caps Lock was on when the code was asked for, as the browser says. */
        CapsLock: flag().optional(),
      }),
    },
    answer: z.object({ Code: z.string(), ExpireAt: moment }),
    refusals: ['INVALID_REQUEST', 'ERROR_TOO_MANY_ATTEMPTS'],
  }),
}
