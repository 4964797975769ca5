import * as z from 'zod'
import { deletionType } from './entities.ts'
import { get, post } from './row.ts'
import { id, lines, moment, needed, password, typed, userId } from './values.ts'

const input = {
  path: z.object({ userId }),
  body: z.object({
    Password: password('ERROR_USERNAME_PASSWORD_INCORRECT'),
    Email: needed(typed('address', 'ERROR_EMAIL_UNKNOWN')),
    Id_DeletionType: id().nullable().default(null),
    DeletionReason: lines(),
  }),
}

/** When the account is deleted, where deletions wait; left out where it is gone. */
const answer = z.object({ At: moment.optional() })

export const deletionCalls = {
  listDeletionTypes: get('deletion/types', 'player', {
    when: { hasDeletionSection: true },
    answer: z.object({ DeletionTypes: z.array(deletionType) }),
    refusals: [],
  }),
  deleteUser: post('deletion/user/{userId}', 'player', {
    when: { hasDeletionSection: true, deletionCall: 'deleteUser' },
    input,
    answer,
    refusals: [
      'ERROR_ACCOUNT_HELD',
      'ERROR_USERNAME_PASSWORD_INCORRECT',
      'ERROR_LOGIN_BY_MAIL',
      'ERROR_EMAIL_UNKNOWN',
      'ERROR_REAUTHENTICATION_REQUIRED',
      'INVALID_REQUEST',
    ],
  }),
  /** Open wherever players delete accounts. It refuses accounts that have a password here. */
  deletePartnerUser: post('deletion/partner/user/{userId}', 'player', {
    when: { hasDeletionSection: true },
    input,
    answer,
    refusals: [
      'ERROR_ACCOUNT_HELD',
      'ERROR_EMAIL_UNKNOWN',
      'ERROR_REAUTHENTICATION_REQUIRED',
      'INVALID_REQUEST',
    ],
  }),
}
