import type { Player } from '../../database/accounts/players.ts'
import type { LimitName } from '../../platform/config/settings.ts'
import type { AuthCall, AuthServices } from '../authServices.ts'
import { knownBrowserOf, lastPlayerOf } from './knownBrowsers.ts'
import { consumeOrRefuse, type LimitContext } from './rateLimiter.ts'

type Context = Pick<AuthCall, 'clientContext'> &
  LimitContext & { readonly services: Pick<AuthServices, 'clock' | 'key' | 'rateLimiter'> }

/**
 * Counts an attempt by its address, so that a whole network may share one count; a browser that is
 * known for the player has its own count before that. Another player's browser is unknown here: a
 * player cannot ask about others more often than visitors can. Refuses with
 * ERROR_TOO_MANY_ATTEMPTS.
 */
export function consumeForPlayer(
  context: Context,
  limit: LimitName,
  player: Pick<Player, 'deployment' | 'id' | 'trust_reset_at'> | undefined,
): Promise<void> {
  const { services, clientContext } = context
  const cookie = clientContext.cookie('browser')
  const browser =
    player && knownBrowserOf(services.key.browsers, cookie, player, services.clock.now())
  return consumeFirst(context, limit, browser ? `browser ${browser}` : null)
}

/** The same where no player is named yet, for the last player of a known browser. */
export function consumeForVisitor(context: Context, limit: LimitName): Promise<void> {
  const { deployment, services, clientContext } = context
  const cookie = clientContext.cookie('browser')
  const player = lastPlayerOf(services.key.browsers, cookie, deployment.name, services.clock.now())
  return consumeFirst(context, limit, player === null ? null : `player ${player}`)
}

async function consumeFirst(
  context: Context,
  limit: LimitName,
  subject: string | null,
): Promise<void> {
  const { deployment, services, clientContext } = context
  const own = subject && (await services.rateLimiter.consume(deployment, limit, subject))
  if (own && own.isAdmitted) return
  await consumeOrRefuse(context, limit, clientContext.address)
}
