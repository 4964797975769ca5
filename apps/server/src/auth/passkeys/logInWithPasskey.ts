import { lockPlayer } from '../../database/accounts/credentials.ts'
import { findById } from '../../database/accounts/players.ts'
import { listPasskeysOf } from '../../database/auth/passkeys.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { isForOtherDeployment } from '../../deployments/isForOtherDeployment.ts'
import { handler } from '../authServices.ts'
import { refuseBanned } from '../login/bans.ts'
import { keepRefusal } from '../login/keepRefusal.ts'
import { openSession, sessionIdOf } from '../session/openSession.ts'
import { requestOptions } from './passkeyOptions.ts'
import { signal } from './readPasskeys.ts'
import { checkPasskey, spendPasskey } from './verifyPasskey.ts'

/**
 * The question for any passkey of this domain; it names no player, and the server keeps nothing.
 */
export const passkeyLogInOptions = handler('passkeyLogInOptions', (context) =>
  Promise.resolve({ Options: requestOptions(context, { purpose: 'log-in', subject: '' }) }),
)

/**
 * Logs in the player of a passkey, who needs no second step: answers the session id and sets the
 * session's cookie. Only a valid signature reveals that an account is banned, frozen or not
 * confirmed.
 */
export const passkeyLogIn = handler('passkeyLogIn', async (context) => {
  const { input, deployment, services, refuse } = context
  const { Credential, ClientId: clientId } = input.body
  if (isForOtherDeployment(services.deployments, deployment, input.body)) {
    throw refuse('ERROR_NOT_ALLOWED')
  }
  const question = { purpose: 'log-in', subject: '', playerId: null } as const
  const verified = await checkPasskey(context, question, Credential)
  const { kysely } = services.database
  const { player_id } = verified.passkey
  const player = await findById(kysely, deployment.name, player_id)
  if (!player || player.auth_type === 2) throw refuse('ERROR_PASSKEY_REFUSED')
  const Created = await keepRefusal(context, player, async () => {
    await refuseBanned(context, player)
    if (player.confirmed_at === null) throw refuse('ERROR_USER_CONFIRMED')
    const authentication = { methods: ['pk'], clientId, partner: null } as const
    const login = await inTransaction(kysely, async (transaction) => {
      // Player first, as everywhere: a removal of the passkey at this moment waits, or is waited for.
      await lockPlayer(transaction, deployment.name, player_id)
      const refusal = await spendPasskey(context, transaction, verified)
      return refusal ?? openSession(context, transaction, player, authentication)
    })
    if (typeof login === 'function') throw await login()
    return sessionIdOf(login, 'ERROR_PASSKEY_REFUSED')
  })
  const accepted = await listPasskeysOf(kysely, deployment.name, player_id)
  return { Created, Signal: signal(deployment, verified.userHandle, player.username, accepted) }
})
