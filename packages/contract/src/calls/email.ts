import * as z from 'zod'
import { generalBan, get, mailLinkCodes, newEmailCodes, post } from './row.ts'
import { needed, nothing, pageQuery, secret, typed, userId } from './values.ts'

const waiting = { updateEmail: 'open', goesBeyondSpecification: true } as const

export const emailCalls = {
  updateEmail: post('profile/user/{userId}/update-email', 'player', {
    hidesDuration: true,
    when: { updateEmail: 'open' },
    ipBan: generalBan,
    input: {
      path: z.object({ userId }),
      body: z.object({
        Email: needed(typed('address', 'ERROR_EMAIL_INCORRECT_FORMAT')),
        ConfirmEmail: needed(typed('address', 'ERROR_CONFIRM_EMAIL_INVALID')),
      }),
    },
    answer: nothing,
    refusals: ['ERROR_ACCOUNT_HELD', ...newEmailCodes, 'ERROR_REAUTHENTICATION_REQUIRED'],
  }),
  /** Ours: the change of address that waits for its link; '' for none, else the address, masked. */
  readEmailChange: get('email/change', 'player', {
    when: waiting,
    answer: z.object({ Email: z.string() }),
    refusals: [],
  }),
  /** Ours: ends the waiting change; its link has no effect any more. */
  cancelEmailChange: post('email/change/cancel', 'player', {
    when: waiting,
    input: { body: nothing },
    answer: nothing,
    refusals: [],
  }),
  /** Ours: sends the mails of the change that waits once more, with their own links. */
  repeatEmailChange: post('email/change/repeat', 'player', {
    hidesDuration: true,
    when: waiting,
    ipBan: generalBan,
    input: { body: nothing },
    answer: nothing,
    refusals: [],
  }),
  /** Ours: the address that the link of a mail is about, masked. The link is not used. */
  readMailLink: post('email/read-link', 'key', {
    when: { goesBeyondSpecification: true },
    input: {
      body: z.object({
        Kind: z.enum(['confirmation', 'new-address', 'undo']),
        Uid: needed(secret('ERROR_EMAIL_RECOVERY_NOTEXISTS')),
      }),
    },
    answer: z.object({ Email: z.string() }),
    refusals: mailLinkCodes,
  }),
  confirmEmailUpdate: get('email/update-email-confirm', 'either', {
    isBeforeEnrolment: true,
    when: { updateEmailLinks: 'open' },
    input: { query: pageQuery },
    documented: { query: z.object({ uid: z.string() }) },
    // The account's name, and its new address, masked.
    answer: z.object({ Email: z.string(), Username: z.string() }),
    refusals: [...mailLinkCodes, 'ERROR_EMAIL_EXIST'],
  }),
  recoverEmailUpdate: get('email/update-email-recovery', 'either', {
    isBeforeEnrolment: true,
    when: { updateEmailLinks: 'open' },
    input: { query: pageQuery },
    documented: { query: z.object({ uid: z.string() }) },
    // The address that is the account's again, masked.
    answer: z.object({ Email: z.string() }),
    refusals: mailLinkCodes,
  }),
}
