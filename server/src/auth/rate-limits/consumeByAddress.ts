import type { Player } from '../../database/accounts/players.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ServerKey } from '../../platform/crypto/serverKey.ts'
import type { LimitName } from '../../platform/config/settings.ts'
import type { ClientContext } from '../../http/clientContext.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { knownBrowserOf, lastPlayerOf } from './knownBrowsers.ts'
import type { Admission, RateLimiter } from './rateLimiter.ts'

interface Context {
  readonly deployment: Deployment
  readonly services: {
    readonly rateLimiter: RateLimiter
    readonly key: ServerKey
    readonly clock: Clock
  }
  readonly clientContext: Pick<ClientContext, 'address' | 'knownBrowserCookie'>
}

/**
 * Counts an attempt by its address, so that a whole network may share one count; a browser that is
 * known for the player has a count of its own before that. Another player's browser is a stranger
 * here: who has an account cannot ask about others more often than visitors can.
 */
export async function consumeForPlayer(
  context: Context,
  limit: LimitName,
  player: Pick<Player, 'deployment' | 'id' | 'trust_reset_at'> | undefined,
): Promise<Admission> {
  const { services, clientContext } = context
  const { key, clock } = services
  const browser =
    player && knownBrowserOf(key.browsers, clientContext.knownBrowserCookie, player, clock.now())
  return consumeFirst(context, limit, browser ? `browser ${browser}` : null)
}

/** The same where no player is named yet: whoever last logged in from a known browser. */
export function consumeForVisitor(context: Context, limit: LimitName): Promise<Admission> {
  const { deployment, services, clientContext } = context
  const { key, clock } = services
  const cookie = clientContext.knownBrowserCookie
  const player = lastPlayerOf(key.browsers, cookie, deployment.name, clock.now())
  return consumeFirst(context, limit, player === null ? null : `player ${player}`)
}

async function consumeFirst(
  { deployment, services: { rateLimiter }, clientContext }: Context,
  limit: LimitName,
  subject: string | null,
): Promise<Admission> {
  const own = subject === null ? null : await rateLimiter.consume(deployment, limit, subject)
  return own?.isAdmitted === true
    ? own
    : rateLimiter.consume(deployment, limit, clientContext.address)
}
