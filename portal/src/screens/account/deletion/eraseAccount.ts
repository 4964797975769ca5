import type { Client } from '@gatehouse/client/client'
import type { User } from '@gatehouse/contract/entities'
import { unsentWithdrawals } from '../../../consent/unsentWithdrawals.ts'
import { paths } from '@gatehouse/contract/routes'
import { isPartnerAccount } from '../../../partner-login/isPartnerAccount.ts'
import { forgetVisit } from '../../../session/forgetVisit.ts'
import type { Portal } from '../../../context/portal.ts'
import { tabStore } from '../../../storage/tabStore.ts'
import type { Reason } from './ReasonStep.tsx'

interface Erasure {
  readonly user: User
  readonly password: string
  readonly reason: Reason | null
}

/**
 * Deletes the account, and everything that this browser knows of its player. `password` is '' where
 * the deployment asks for none, `reason` null when it was skipped. Rejects when it was refused:
 * nothing is gone then.
 */
export async function eraseAccount(
  { rules, session, pageState, go }: Pick<Portal, 'rules' | 'session' | 'pageState' | 'go'>,
  api: Client,
  { user, password, reason }: Erasure,
): Promise<void> {
  const call = isPartnerAccount(user, rules) ? 'deletePartnerUser' : rules.deletionCall
  await api(call, {
    path: { userId: user.Id },
    body: {
      Password: password,
      Email: user.Email,
      Id_DeletionType: reason?.type.Id ?? null,
      DeletionReason: reason?.type.IsOther === true ? reason.text.trim() : '',
    },
  })
  unsentWithdrawals.forget(user.Id)
  session.end()
  forgetVisit()
  tabStore.clear()
  pageState.update({ username: '' })
  pageState.drafts.clear()
  go(paths.deletionConfirm, { replace: true })
}
