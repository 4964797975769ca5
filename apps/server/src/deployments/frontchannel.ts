import type { Deployment } from './deployments.ts'
import { issuerOf } from './issuerOf.ts'

/** A client's own name of a session. */
interface NamedSession {
  readonly clientId: string
  readonly sid: string
}

/**
 * The addresses that forget a session's visitor in frames of ours (OpenID Connect Front-Channel Logout
 * 1.0), each with the issuer and its client's own name of the session; none of clients without one.
 */
export function frontchannelFrames(
  deployment: Deployment,
  sessions: readonly NamedSession[],
): string[] {
  return sessions.flatMap(({ clientId, sid }) => {
    const address = deployment.clients.get(clientId)?.frontchannelLogoutUri
    if (address === undefined) return []
    const url = new URL(address)
    url.searchParams.set('iss', issuerOf(deployment))
    url.searchParams.set('sid', sid)
    return [url.href]
  })
}

/** The origins of those frames; none where no client has one. */
export function frontchannelOrigins({ clients }: Pick<Deployment, 'clients'>): string[] {
  const addresses = [...clients.values()].flatMap(({ frontchannelLogoutUri: uri }) => uri ?? [])
  return [...new Set(addresses.map((address) => new URL(address).origin))]
}
