import { paths } from '@gatehouse/contract/routes'
import { findById, keyOf, type Player } from '../../database/accounts/players.ts'
import { inTransaction } from '../../database/connection/inTransaction.ts'
import type { Executor } from '../../database/connection/openDatabase.ts'
import { accountNotice } from '../../mail/accountNotice.ts'
import { mailLanguageOf } from '../../mail/mailLanguageOf.ts'
import type { AuthContext } from '../services/handler.ts'

type Context = Pick<AuthContext<never>, 'deployment' | 'services' | 'clientContext'>

type Notice = 'passkeyAdded' | 'passkeyRemoved' | 'passkeySuspect' | 'passwordRemoved'

/** Posts a mail about an act, in the transaction of the act; `name` is the passkey's. */
export async function postPasskeyNotice(
  { deployment, services, clientContext }: Context,
  transaction: Executor,
  player: Pick<Player, 'id' | 'username' | 'email' | 'language'>,
  notice: Notice,
  name = '',
): Promise<void> {
  const language = mailLanguageOf(deployment, player, clientContext)
  const reader = { username: player.username, language }
  const occasion = { at: services.clock.now(), clientContext }
  // Without the section the way back is the mailbox.
  const path = deployment.rules.hasSecuritySection ? paths.security : paths.passwordRecovery
  const content = accountNotice(deployment, reader, notice, occasion, { path, factor: name })
  const owner = { deployment: deployment.name, playerId: player.id }
  await services.outbox.post(transaction, owner, player.email, content)
}

/** Sends a mail about what was refused, at most as many as an address takes an hour. */
export async function sendPasskeyNotice(
  context: Context,
  playerId: number,
  notice: Notice,
  name: string,
): Promise<void> {
  const { deployment, services } = context
  const { kysely } = services.database
  const player = await findById(kysely, deployment.name, playerId)
  if (!player) return
  const subject = keyOf(player.email)
  const { isAdmitted } = await services.rateLimiter.consume(deployment, 'mailsToAddress', subject)
  if (!isAdmitted) return
  await inTransaction(kysely, (transaction) =>
    postPasskeyNotice(context, transaction, player, notice, name),
  )
}
