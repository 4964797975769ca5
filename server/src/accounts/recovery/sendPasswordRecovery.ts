import { lifetimes } from '@gatehouse/contract/limits'
import { paths } from '@gatehouse/contract/routes'
import { after } from '../../platform/clock.ts'
import { issueMailLink } from '../../database/accounts/mailLinks.ts'
import type { Executor } from '../../database/connection/openDatabase.ts'
import type { Player } from '../../database/accounts/players.ts'
import type { CallContext } from '../../http/handler.ts'
import { accountNotice } from '../../mail/accountNotice.ts'
import { reached } from '../../platform/killPoint.ts'

/**
 * Mails a player a link, valid for an hour, with which the password can be chosen anew, as part of a
 * transaction. Older links end with it. `name` is the mail that carries it.
 */
export async function sendPasswordRecovery(
  {
    deployment,
    services,
    visitor,
  }: Pick<CallContext<never>, 'deployment' | 'services' | 'visitor'>,
  transaction: Executor,
  { id: playerId, username, email }: Pick<Player, 'id' | 'username' | 'email'>,
  name: 'passwordRecovery' | 'emailRestored',
): Promise<void> {
  const at = services.clock.now()
  const until = after(at, lifetimes.passwordRecoveryLink)
  const owner = { playerId, email }
  const kind = 'password-recovery'
  const token = await issueMailLink(transaction, deployment.name, kind, owner, at, until)
  const path = `${paths.passwordRecoveryReset}?token=${token}`
  const content = accountNotice(deployment, username, name, { at, visitor }, { path })
  await services.outbox.post(transaction, deployment.name, email, content, token)
  reached('recovery: mail posted')
}
