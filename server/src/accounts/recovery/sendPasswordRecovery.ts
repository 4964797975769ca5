import { lifetimes } from '@gatehouse/contract/limits'
import { paths } from '@gatehouse/contract/routes'
import { after } from '../../platform/clock.ts'
import { issueMailLink } from '../../database/accounts/mailLinks.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { Player } from '../../database/accounts/players.ts'
import type { AccountContext } from '../handler.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
import { mailAbout } from '../../auth/acts/securityMails.ts'

/**
 * Mails a player a link for a new password, valid for an hour, as part of a transaction. Older
 * links end. `name` is the mail that carries it.
 */
export async function sendPasswordRecovery(
  context: Pick<AccountContext<never>, 'deployment' | 'services' | 'clientContext'>,
  transaction: Executor,
  player: Player,
  name: 'passwordRecovery' | 'emailRestored',
): Promise<void> {
  const { deployment, services } = context
  const { id: playerId, email } = player
  const at = services.clock.now()
  const secret = services.secrets.valueOf('mail link', playerId, newSecret())
  const expiresAt = after(at, lifetimes.passwordRecoveryLink)
  const issued = { kind: 'password-recovery', token: secret, expiresAt } as const
  await issueMailLink(transaction, deployment.name, issued, { playerId, email }, at)
  const link = { path: `${paths.passwordRecoveryReset}?token=${secret}`, secret }
  await mailAbout(context, transaction, player, { name, link })
}
