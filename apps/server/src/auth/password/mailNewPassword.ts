import { lifetimes } from '@gatehouse/contract/limits'
import { paths } from '@gatehouse/contract/routes'
import { issueMailLink } from '../../database/accounts/mailLinks.ts'
import type { Player } from '../../database/accounts/players.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { after } from '../../platform/clock.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
import { type MailContext, mailAbout } from '../security-acts/securityMails.ts'

/**
 * Mails a player a link for a new password, valid for an hour, as part of a transaction. Older
 * links end. `name` is the mail that carries it.
 */
export async function mailNewPassword(
  context: MailContext,
  transaction: Executor,
  player: Player,
  name: 'passwordRecovery' | 'emailRestored' | 'rewindDone',
): Promise<void> {
  const { deployment, services } = context
  const { id: playerId, email } = player
  const at = services.clock.now()
  const secret = services.secrets.valueOf('mail link', playerId, newSecret())
  const issued = {
    kind: 'password-recovery',
    token: secret,
    expiresAt: after(at, lifetimes.passwordRecoveryLink),
  } as const
  await issueMailLink(transaction, deployment.name, issued, { playerId, email }, at)
  const path = `${paths.passwordRecoveryReset}?token=${secret}`
  const link = { path, expiring: { kind: 'mail link', secret } } as const
  await mailAbout(context, transaction, player, { name, link })
}
