import type { User } from '@gatehouse/contract/entities'
import { paths } from '@gatehouse/contract/paths'
import { isProvenByPartner } from '../../../session/isProvenByPartner.ts'
import type { Portal } from '../../../session/portal.ts'
import { tabValues } from '../../../session/tabValues.ts'
import type { Reason } from './ReasonStep.tsx'

/**
 * Deletes the account, and everything that this browser knows of its player. `password` is '' where
 * the deployment asks for none, `reason` null when it was skipped. Rejects when it was refused:
 * nothing is gone then.
 */
export async function eraseAccount(
  { rules, session, visit, returnTo, go }: Portal,
  user: User,
  password: string,
  reason: Reason | null,
): Promise<void> {
  const call = isProvenByPartner(user, rules) ? 'deletePartnerUser' : rules.deletionCall
  await session.api(call, {
    path: { userId: user.Id },
    body: {
      Password: password,
      Email: user.Email,
      Id_DeletionType: reason?.type.Id ?? null,
      DeletionReason: reason?.type.IsOther === true ? reason.text.trim() : '',
    },
  })
  session.end()
  returnTo.forget()
  tabValues.clear()
  visit.note({ username: '' })
  visit.drafts.clear()
  go(paths.deletionConfirm, { replace: true })
}
