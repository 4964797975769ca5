import { lifetimes } from '@gatehouse/contract/limits'
import { paths } from '@gatehouse/contract/routes'
import { after } from '../../platform/clock.ts'
import { issueMailLink } from '../../database/accounts/mailLinks.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { Player } from '../../database/accounts/players.ts'
import type { AccountContext } from '../services/handler.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
import { accountNotice } from '../../mail/accountNotice.ts'
import { mailLanguageOf } from '../../mail/mailLanguageOf.ts'

/**
 * Mails a player a link for a new password, valid for an hour, as part of a transaction. Older
 * links end. `name` is the mail that carries it.
 */
export async function sendPasswordRecovery(
  {
    deployment,
    services,
    clientContext,
  }: Pick<AccountContext<never>, 'deployment' | 'services' | 'clientContext'>,
  transaction: Executor,
  player: Player,
  name: 'passwordRecovery' | 'emailRestored',
): Promise<void> {
  const { id: playerId, username, email } = player
  const at = services.clock.now()
  const until = after(at, lifetimes.passwordRecoveryLink)
  const owner = { playerId, email }
  const token = services.secrets.valueOf('mail link', playerId, newSecret())
  const link = { kind: 'password-recovery', token, expiresAt: until } as const
  await issueMailLink(transaction, deployment.name, link, owner, at)
  const path = `${paths.passwordRecoveryReset}?token=${token}`
  const reader = { username, language: mailLanguageOf(deployment, player, clientContext) }
  const content = accountNotice(deployment, reader, name, { at, clientContext }, { path })
  const to = { deployment: deployment.name, playerId }
  await services.outbox.post(transaction, to, email, content, token)
}
