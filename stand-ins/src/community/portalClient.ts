import { createRemoteJWKSet, customFetch as joseFetch, type JWTVerifyGetKey } from 'jose'
import * as openid from 'openid-client'
import type { Brand } from './brands.ts'
import { fetchByHost } from './fetchByHost.ts'

/** What a site keeps of a portal. */
export interface PortalClient {
  readonly issuer: string
  readonly config: openid.Configuration
  /** The keys with which the portal signs, fetched again when it signs with a new one. */
  readonly keys: JWTVerifyGetKey
}

/** The portals that this machine may have: any name under localhost, over http. */
export function isPortal(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'http:' || url.origin !== address) return false
  return url.hostname === 'localhost' || url.hostname.endsWith('.localhost')
}

/** Where the portal is whose players a site knows when nobody says another one. */
export function usualPortal(): string {
  return `http://localhost:${process.env['PORT'] ?? 4000}`
}

/** Asks a portal once what it can do, and answers the client of it. */
export function createPortalClients({ slug, clientSecret }: Brand) {
  const known = new Map<string, Promise<PortalClient>>()

  async function discover(portal: string): Promise<PortalClient> {
    const issuer = `${portal}/oidc`
    const config = await openid.discovery(new URL(issuer), slug, clientSecret, undefined, {
      // Both are for this machine alone: plain http, and names that no resolver knows.
      execute: [openid.allowInsecureRequests],
      [openid.customFetch]: fetchByHost,
    })
    const { jwks_uri = '' } = config.serverMetadata()
    const keys = createRemoteJWKSet(new URL(jwks_uri), { [joseFetch]: fetchByHost })
    return { issuer, config, keys }
  }

  return (portal: string): Promise<PortalClient> => {
    const found = known.get(portal) ?? discover(portal)
    known.set(portal, found)
    // A portal that was down is asked again.
    found.catch(() => known.delete(portal))
    return found
  }
}

export type PortalClients = ReturnType<typeof createPortalClients>
