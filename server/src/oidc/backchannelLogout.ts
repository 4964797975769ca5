import { logEvent } from '../platform/observability/events.ts'
import type { Provider } from 'oidc-provider'
import { after } from '../platform/clock.ts'
import {
  endClientSessionsOfBanned,
  takeEndedClientSessions,
} from '../database/oidc/clientSessions.ts'
import type { Deployment } from '../tenants/deployments.ts'
import { repeatEvery } from '../platform/repeatEvery.ts'
import type { OidcMaterials } from './createOidc.ts'

const everySecond = 1000
/** Seconds. A ban is an update of one row by whoever may; servers that were down find it this long. */
const bansOf = 86_400

interface SignOut {
  readonly deployment: string
  readonly clientId: string
  readonly accountId: string
  readonly sid: string
}

/** Tells sites that a session is over (OpenID Connect Back-Channel Logout), until they have heard. */
export interface BackchannelLogout {
  /** Puts what has ended into the queue; answers how much that was. */
  readonly relay: () => Promise<number>
  /** Tells what waits in the queue now; throws when a site does not hear. */
  readonly tellWaiting: () => Promise<number>
  /** Begins to do both, every second and as it comes. */
  readonly start: () => Promise<void>
  readonly stop: () => void
}

export async function openBackchannelLogout(
  { deployments, database, clock, jobs, log }: OidcMaterials,
  providerOf: (deployment: Deployment) => Promise<Provider>,
): Promise<BackchannelLogout> {
  let stopRelay: (() => void) | undefined

  async function tell({ deployment, clientId, accountId, sid }: SignOut): Promise<void> {
    const found = deployments.byName(deployment)
    // A site that is a client no more has nothing to hear.
    if (!found?.clients.get(clientId)?.backchannelLogoutUri) return
    const provider = await providerOf(found)
    const client = (await provider.Client.find(clientId)) as LogoutClient | undefined
    await client?.backchannelLogout(accountId, sid)
  }
  const queue = await jobs.openQueue('sign-outs', tell)

  async function relay(): Promise<number> {
    const now = clock.now()
    await endClientSessionsOfBanned(database.kysely, after(now, -bansOf), now)
    return database.kysely.transaction().execute(async (transaction) => {
      const ended = await takeEndedClientSessions(transaction)
      for (const { deployment, client_id, player_id, sid } of ended) {
        const accountId = String(player_id)
        await queue.post(transaction, { deployment, clientId: client_id, accountId, sid })
      }
      return ended.length
    })
  }

  return {
    relay,
    tellWaiting: queue.runWaiting,
    async start() {
      await queue.start()
      stopRelay = repeatEvery(everySecond, relay, (error) =>
        logEvent(log, 'backchannel_logout.relay_failed', { err: error }),
      )
    },
    stop: () => stopRelay?.(),
  }
}

/** The types leave out what a client can do by itself. */
interface LogoutClient {
  backchannelLogout(accountId: string, sid: string): Promise<void>
}
