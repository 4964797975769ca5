import {
  allowInsecureRequests,
  ClientSecretBasic,
  clockTolerance,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import { after, type Clock } from '../clock.ts'

const discoverySeconds = 3600
const secondsOfDoubt = 30

/** Our client at an OpenID provider. */
export interface OpenIdClient {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** The metadata of an OpenID provider, read once an hour; `forget` has them read again. */
export function createDiscovery(
  { issuer, clientId, clientSecret }: OpenIdClient,
  outbound: typeof fetch,
  clock: Clock,
) {
  let known: { readonly configuration: Promise<Configuration>; readonly until: Date } | null = null
  const forget = () => {
    known = null
  }

  function discover(): Promise<Configuration> {
    const now = clock.now()
    if (known !== null && now < known.until) return known.configuration
    const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : []
    const configuration = discovery(
      new URL(issuer),
      clientId,
      { [clockTolerance]: secondsOfDoubt },
      ClientSecretBasic(clientSecret),
      {
        [customFetch]: (url, options) => outbound(url, options as RequestInit),
        execute: [...insecure, enableNonRepudiationChecks],
      },
    )
    known = { configuration, until: after(now, discoverySeconds) }
    // A failed discovery must not stay: the next call tries again.
    configuration.catch(forget)
    return configuration
  }

  return { discover, forget }
}
