import { createRemoteJWKSet, customFetch as joseFetch, type JWTVerifyGetKey } from 'jose'
import * as openid from 'openid-client'
import type { Brand } from './brands.ts'
import { fetchByHost } from '../platform/fetchByHost.ts'

/** The client and the keys of one portal. */
export interface PortalClient {
  readonly issuer: string
  readonly config: openid.Configuration
  /** The portal's signing keys, fetched again for an unknown key. */
  readonly keys: JWTVerifyGetKey
}

/** A client as the sample deployments have it; without a secret it is a program that players have. */
interface Registered {
  readonly slug: string
  readonly clientSecret: string | null
}

/** Accepts the portals of this machine: any name under localhost, over http. */
export function isPortal(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'http:' || url.origin !== address) return false
  return url.hostname === 'localhost' || url.hostname.endsWith('.localhost')
}

/** The portal of a site whose visitor names no other one. */
export function usualPortal(host: Brand['portalHost'] = 'localhost'): string {
  return `http://${host}:${process.env['PORT'] ?? 4000}`
}

/** Fetches a portal's discovery document once, and returns its client. */
export function createPortalClients({ slug, clientSecret }: Registered) {
  const known = new Map<string, Promise<PortalClient>>()

  async function discover(portal: string): Promise<PortalClient> {
    const issuer = `${portal}/oidc`
    const method = clientSecret === null ? openid.None() : openid.ClientSecretPost(clientSecret)
    const config = await openid.discovery(new URL(issuer), slug, undefined, method, {
      // This machine has plain http, and names that no resolver knows.
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
    // A failed discovery is not kept, so the next call tries again.
    found.catch(() => known.delete(portal))
    return found
  }
}

export type PortalClients = ReturnType<typeof createPortalClients>
