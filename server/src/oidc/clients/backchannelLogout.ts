import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { logEvent } from '../../platform/observability/events.ts'
import type { Provider } from 'oidc-provider'
import {
  listPlayersWithEndedClientSessions,
  takeEndedClientSessions,
} from '../../database/oidc/clientSessions.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { BackchannelLogout, OidcMaterials } from '../provider/oidcServices.ts'

const pauseMs = 1000

interface SignOut {
  readonly deployment: string
  readonly clientId: string
  /** The name by which the client knows the player. */
  readonly accountId: string
  readonly sid: string
}

export async function openBackchannelLogout(
  { deployments, database, jobs, log }: OidcMaterials,
  providerOf: (deployment: Deployment) => Promise<Provider>,
): Promise<BackchannelLogout> {
  async function notify({ deployment, clientId, accountId, sid }: SignOut): Promise<void> {
    const found = deployments.byName(deployment)
    // The deployment no longer has this client.
    if (!found?.clients.get(clientId)?.backchannelLogoutUri) return
    const provider = await providerOf(found)
    const client = (await provider.Client.find(clientId)) as LogoutClient | undefined
    await client?.backchannelLogout(accountId, sid)
  }
  const queue = await jobs.openQueue('sign-outs', notify)

  async function relay(): Promise<number> {
    let count = 0
    const players = await listPlayersWithEndedClientSessions(database.kysely)
    for (const { deployment, player_id: playerId } of players) {
      count += await inTransaction(database.kysely, async (transaction) => {
        const ended = await takeEndedClientSessions(transaction, deployment, playerId)
        for (const { client_id: clientId, subject, sid } of ended) {
          const signOut = { deployment, clientId, accountId: subject ?? String(playerId), sid }
          await queue.post(transaction, { deployment, playerId }, signOut)
        }
        return ended.length
      })
    }
    return count
  }

  return {
    relay,
    relaying: {
      pause: pauseMs,
      run: relay,
      onError: (error) => logEvent(log, 'backchannel_logout.relay_failed', { err: error }),
    },
    start: queue.start,
  }
}

/** The library's types leave out its own method. */
interface LogoutClient {
  backchannelLogout(accountId: string, sid: string): Promise<void>
}
