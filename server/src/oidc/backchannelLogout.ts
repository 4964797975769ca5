import { inTransaction } from '../database/connection/inTransaction.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { Provider } from 'oidc-provider'
import { after } from '../platform/clock.ts'
import {
  endClientSessionsOfBanned,
  listPlayersWithEndedClientSessions,
  takeEndedClientSessions,
} from '../database/oidc/clientSessions.ts'
import type { Executor } from '../database/schema/executor.ts'
import type { Deployment } from '../tenants/deployments.ts'
import { repeatEvery } from '../platform/repeatEvery.ts'
import type { OidcMaterials } from './oidcMaterials.ts'

const everySecond = 1000
/**
 * Seconds. An operator may ban a player by a plain update of the row; servers that were down find
 * it this long.
 */
const bansOf = 86_400

interface SignOut {
  readonly deployment: string
  readonly clientId: string
  /** What the client knows the player by. */
  readonly accountId: string
  readonly sid: string
}

/**
 * Notifies clients that a session has ended (OpenID Connect Back-Channel Logout), until they
 * acknowledge it.
 */
export interface BackchannelLogout {
  /** Queues the sign-outs of ended sessions; returns their number. */
  readonly relay: () => Promise<number>
  /** Sends the waiting sign-outs now; throws when a client does not acknowledge one. */
  readonly deliverWaiting: () => Promise<number>
  /** Starts to do both, every second and on each new job. */
  readonly start: () => Promise<void>
  readonly stop: () => void
}

export async function openBackchannelLogout(
  { deployments, database, clock, jobs, log }: OidcMaterials,
  providerOf: (deployment: Deployment) => Promise<Provider>,
): Promise<BackchannelLogout> {
  let stopRelay: (() => void) | undefined

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
    const now = clock.now()
    await endClientSessionsOfBanned(database.kysely, after(now, -bansOf), now)
    let count = 0
    for (const player of await listPlayersWithEndedClientSessions(database.kysely)) {
      count += await inTransaction(database.kysely, (transaction) => post(transaction, player))
    }
    return count
  }

  async function post(
    transaction: Executor,
    player: { readonly deployment: string; readonly player_id: number },
  ): Promise<number> {
    const { deployment, player_id: playerId } = player
    const ended = await takeEndedClientSessions(transaction, deployment, playerId)
    for (const { client_id: clientId, subject, sid } of ended) {
      const accountId = subject ?? String(playerId)
      await queue.post(
        transaction,
        { deployment, playerId },
        { deployment, clientId, accountId, sid },
      )
    }
    return ended.length
  }

  return {
    relay,
    deliverWaiting: queue.runWaiting,
    async start() {
      await queue.start()
      stopRelay = repeatEvery(everySecond, relay, (error) =>
        logEvent(log, 'backchannel_logout.relay_failed', { err: error }),
      )
    },
    stop: () => stopRelay?.(),
  }
}

/** The library's types leave out its own method. */
interface LogoutClient {
  backchannelLogout(accountId: string, sid: string): Promise<void>
}
