import { inTransaction } from '../../database/transactions/inTransaction.ts'
import {
  hasPartnerLoginCode,
  usePartnerLoginCode,
} from '../../database/federation/partnerLoginCodes.ts'
import { findPartnerIdentity } from '../../database/federation/partnerPlayers.ts'
import { lockPlayer } from '../../database/accounts/credentials.ts'
import { openSession, sessionIdOf } from '../../auth/session/openSession.ts'
import { handler } from '../handler.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'

/**
 * Exchanges the code of a registration for the identity value of a session: once, within five
 * minutes, in the browser that registered. Every other attempt gets the same refusal.
 */
export const exchangePartnerCreated = handler('exchangePartnerCreated', async (context) => {
  const { input, deployment, services, clientContext, refuse } = context
  const { database, clock, partners } = services
  const now = clock.now()
  if (clientContext.flowCookie === null) throw refuse('ERROR_TOKEN_USER_INVALID')
  const code = services.secrets.lookup('partner login code', input.path.created)
  const browser = hashOf(clientContext.flowCookie)
  const entry = await inTransaction(database.kysely, async (transaction) => {
    // The id in the code is not proven: only a row that is there leads to a lock.
    if (!(await hasPartnerLoginCode(transaction, deployment.name, code))) return null
    const player = await lockPlayer(transaction, deployment.name, code.playerId)
    const loginCode = await usePartnerLoginCode(transaction, deployment.name, code, browser, now)
    if (!loginCode) return null
    const identity = await findPartnerIdentity(transaction, deployment.name, code.playerId)
    const partner = identity && partners.bySlug(deployment, identity.partner)
    if (!player || player.banned_at !== null || !partner) return null
    const { client_id: clientId } = loginCode
    const proof = { methods: ['ext'], clientId, partner: partner.slug } as const
    return openSession(context, transaction, player, proof)
  })
  if (!entry) throw refuse('ERROR_TOKEN_USER_INVALID')
  return { Created: sessionIdOf(entry, 'ERROR_TOKEN_USER_INVALID') }
})
