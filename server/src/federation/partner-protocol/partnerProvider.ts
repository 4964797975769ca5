import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  clockTolerance,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'
import type { PartnerConfiguration } from '../../tenants/deployments.ts'
import { createOutbound } from '../../platform/http-client/outbound.ts'
import { asPartnerError } from './partnerError.ts'
import { type PartnerProfile, partnerProfileOf } from './partnerProfile.ts'
import { createPartnerService, type PartnerService } from './partnerService.ts'
import { after, type Clock } from '../../platform/clock.ts'

/** The values that tie a callback to its authorization request. */
export interface AuthorizationRequest {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** The parameters of the browser's return. */
export interface PartnerReturn {
  readonly code: string
  readonly iss: string | undefined
}

/** A company that signs in players in our place. Every method throws PartnerError. */
export interface PartnerProvider {
  /** The address of the partner's log-in page; it does not name the expected player. */
  readonly loginUrl: (authorization: AuthorizationRequest) => Promise<string>
  /** The address of the partner's registration page. */
  readonly registerUrl: (authorization: AuthorizationRequest) => Promise<string>
  /** Exchanges a code at the partner for the player's profile; a code is valid once. */
  readonly complete: (
    authorization: AuthorizationRequest,
    back: PartnerReturn,
  ) => Promise<PartnerProfile>
  /** The further service of the partner; null without one. */
  readonly service: PartnerService | null
}

const scope = 'openid profile email linked_accounts'
const discoverySeconds = 3600
const secondsOfDoubt = 30

/** A partner that is an OpenID provider: code flow with PKCE and nonce, signatures checked. */
export function createPartner(
  partner: PartnerConfiguration,
  isProduction: boolean,
  clock: Clock,
): PartnerProvider {
  const { issuer, clientId, clientSecret } = partner
  const outbound = createOutbound(`Partner ${partner.name}`)
  let known: { readonly configuration: Promise<Configuration>; readonly until: Date } | null = null

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
    configuration.catch(() => forget())
    return configuration
  }

  function forget(): void {
    known = null
  }

  async function pageUrl(
    authorization: AuthorizationRequest,
    more: Record<string, string>,
  ): Promise<string> {
    const { redirectUri, state, nonce, verifier } = authorization
    const url = buildAuthorizationUrl(await discover(), {
      redirect_uri: redirectUri,
      scope,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...more,
    })
    return url.href
  }

  async function complete(
    authorization: AuthorizationRequest,
    { code, iss }: PartnerReturn,
  ): Promise<PartnerProfile> {
    const configuration = await discover()
    const back = new URL(authorization.redirectUri)
    back.searchParams.set('code', code)
    back.searchParams.set('state', authorization.state)
    if (iss !== undefined) back.searchParams.set('iss', iss)
    try {
      const tokens = await authorizationCodeGrant(configuration, back, {
        expectedState: authorization.state,
        expectedNonce: authorization.nonce,
        pkceCodeVerifier: authorization.verifier,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new Error('no id token')
      const { userinfo_endpoint: more } = configuration.serverMetadata()
      const userInfo = more
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {}
      return partnerProfileOf({ ...claims, ...userInfo })
    } catch (cause) {
      // The partner's keys may have changed: the next attempt loads them again.
      forget()
      throw cause
    }
  }

  return {
    loginUrl: (authorization) => asPartnerError(() => pageUrl(authorization, {})),
    registerUrl: (authorization) =>
      asPartnerError(() => pageUrl(authorization, { prompt: 'create' })),
    complete: (authorization, back) => asPartnerError(() => complete(authorization, back)),
    service: createPartnerService(partner, isProduction, outbound),
  }
}
