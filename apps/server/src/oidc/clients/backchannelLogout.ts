import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { logEvent } from '../../platform/observability/events.ts'
import type { Provider } from 'oidc-provider'
import {
  listPlayersWithEndedClientSessions,
  takeEndedClientSessions,
} from '../../database/oidc/clientSessions.ts'
import type { Deployment } from '../../deployments/deployments.ts'
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
  const queue = await jobs.openQueue<SignOut>('sign-outs', notify)

  /** Posts the sign-outs of every session that has ended, batch after batch without a rest. */
  async function relay(signal?: AbortSignal): Promise<number> {
    let count = 0
    for (;;) {
      const { players, isLast } = await listPlayersWithEndedClientSessions(database.kysely)
      for (const { deployment, player_id: playerId } of players) {
        if (signal?.aborted) return count
        count += await inTransaction(database.kysely, async (transaction) => {
          const ended = await takeEndedClientSessions(transaction, deployment, playerId)
          const signOuts = ended.map(({ client_id: clientId, subject, sid }) => {
            return { deployment, clientId, accountId: subject ?? String(playerId), sid }
          })
          await queue.postMany(transaction, signOuts)
          return ended.length
        })
      }
      if (isLast) return count
    }
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
