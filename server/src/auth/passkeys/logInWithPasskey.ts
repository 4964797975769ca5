import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { lockPlayer } from '../../database/accounts/credentials.ts'
import { listPasskeysOf } from '../../database/auth/passkeys.ts'
import { refuseBanned } from '../login/bans.ts'
import { handler } from '../handler.ts'
import { openSession, type LoginResult, sessionIdOf } from '../session/openSession.ts'
import { isForOtherDeployment } from '../../tenants/isForOtherDeployment.ts'
import { findById } from '../../database/accounts/players.ts'
import { requestOptions } from './passkeyOptions.ts'
import { signal } from './readPasskeys.ts'
import { checkPasskey, refusalOf, type Spending, spendPasskey } from './verifyPasskey.ts'

/** What any passkey of this domain may answer; it names nobody, and the server keeps nothing. */
export const passkeyLogInOptions = handler('passkeyLogInOptions', (context) =>
  Promise.resolve({ Options: requestOptions(context, { purpose: 'log-in', subject: '' }) }),
)

/**
 * Logs in the player of a passkey, who needs no second step: answers the session id and sets the
 * session's cookie. Only a right signature learns that an account is banned, frozen or not confirmed.
 */
export const passkeyLogIn = handler('passkeyLogIn', async (context) => {
  const { input, deployment, services, refuse } = context
  const { Credential, ClientId } = input.body
  if (isForOtherDeployment(services.deployments, deployment, input.body)) {
    throw refuse('ERROR_NOT_ALLOWED')
  }
  const question = { purpose: 'log-in', subject: '', playerId: null } as const
  const proof = await checkPasskey(context, question, Credential)
  const { kysely } = services.database
  const { player_id } = proof.passkey
  const player = await findById(kysely, deployment.name, player_id)
  if (!player || player.auth_type === 2) throw refuse('ERROR_PASSKEY_REFUSED')
  await refuseBanned(context, player)
  if (player.confirmed_at === null) throw refuse('ERROR_USER_CONFIRMED')
  const methods = ['pk'] as const
  const given = { methods, clientId: ClientId, partner: null }
  const done = await inTransaction(
    kysely,
    async (
      transaction,
    ): Promise<{ readonly spending: Spending; readonly entry: LoginResult | null }> => {
      // Player first, as everywhere: a removal of the passkey at this moment waits, or is waited for.
      await lockPlayer(transaction, deployment.name, player_id)
      const spending = await spendPasskey(context, transaction, proof)
      if (spending !== 'spent-now') return { spending, entry: null }
      return { spending, entry: await openSession(context, transaction, player, given) }
    },
  )
  if (done.spending !== 'spent-now') throw await refusalOf(context, proof, done.spending)
  if (done.entry === null) throw new Error('A spent proof has no entry.')
  const Created = sessionIdOf(done.entry, 'ERROR_PASSKEY_REFUSED')
  const accepted = await listPasskeysOf(kysely, deployment.name, player_id)
  return { Created, Signal: signal(deployment, proof.userHandle, player.username, accepted) }
})
