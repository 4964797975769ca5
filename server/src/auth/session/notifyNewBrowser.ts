import { findById } from '../../database/accounts/players.ts'
import { hasSignedInOnce } from '../../database/auth/readLedger.ts'
import { factorBits } from '../../database/schema/values.ts'
import { after } from '../../platform/clock.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { mailWithinLimit } from '../acts/securityMails.ts'
import type { AuthenticatedPlayer, EntryContext } from './authenticatedPlayer.ts'

const day = 24 * 3600
const enrolled = factorBits.app | factorBits.passkey | factorBits.twoStep

/** Whether a player gets a mail about each log-in from an unknown browser. */
export function wantsNewBrowserMail(
  { newBrowserMails }: Deployment,
  { factors }: Pick<AuthenticatedPlayer, 'factors'>,
): boolean {
  return newBrowserMails === 'always' || (factors & enrolled) !== 0
}

/**
 * Mails the owner that somebody logged in from an unknown browser, with a link that freezes the account. The
 * first log-in within a day of the registration is the owner's own: nobody else knows the password yet.
 */
export async function notifyNewBrowser(
  context: EntryContext,
  { id }: AuthenticatedPlayer,
): Promise<void> {
  const { deployment, services } = context
  const { database, clock } = services
  const { name } = deployment
  const { kysely } = database
  const at = clock.now()
  const player = await findById(kysely, name, id)
  if (!player) return
  const isNew = player.created_at > after(at, -day)
  if (isNew && (await hasSignedInOnce(kysely, name, id))) return
  await mailWithinLimit(context, player, { name: 'newBrowser' })
}
