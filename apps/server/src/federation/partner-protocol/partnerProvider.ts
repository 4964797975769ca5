import { partnerSlug } from '@gatehouse/contract/display'
import { paths } from '@gatehouse/contract/routes'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
} from 'openid-client'
import type { PartnerConfiguration, Deployment } from '../../deployments/deployments.ts'
import { createDiscovery } from '../../platform/http-client/openIdDiscovery.ts'
import { createOutbound } from '../../platform/http-client/outbound.ts'
import { type PartnerProfile, partnerProfileOf } from './partnerProfile.ts'
import { createPartnerService, type PartnerService } from './partnerService.ts'
import type { Clock } from '../../platform/clock.ts'
import { derived } from '../../platform/crypto/secrets.ts'
import type { Keys } from '../../platform/crypto/serverKey.ts'

/**
 * An authorization request by its state, which ties a callback to it. The database must hold no value that
 * could exchange a code, so nonce and verifier derive from the state under a key of the server.
 */
export function partnerFlow([key]: Keys, { origin }: Deployment, state: string) {
  return {
    redirectUri: `${origin}${paths.partnerCallback}`,
    state,
    nonce: derived(key, 'nonce', state),
    verifier: derived(key, 'verifier', state),
  }
}

type AuthorizationRequest = ReturnType<typeof partnerFlow>

/** A company that signs in players in our place. Every method throws when it does not answer as agreed. */
export interface PartnerProvider {
  /** The address of the partner's page; it does not name the expected player. */
  readonly pageUrl: (
    authorization: AuthorizationRequest,
    page: 'login' | 'register',
  ) => Promise<string>
  /** Exchanges a code at the partner for the player's profile; a code is valid once. */
  readonly complete: (
    authorization: AuthorizationRequest,
    back: { readonly code: string; readonly iss: string | undefined },
  ) => Promise<PartnerProfile>
  /** The further service of the partner; null without one. */
  readonly service: PartnerService | null
}

const scope = 'openid profile email linked_accounts'

/** A partner that is an OpenID provider: code flow with PKCE and nonce, signatures checked. */
function createPartner(
  partner: PartnerConfiguration,
  isProduction: boolean,
  clock: Clock,
): PartnerProvider {
  const outbound = createOutbound(`Partner ${partner.name}`)
  const { discover, forget } = createDiscovery(partner, outbound, clock)

  const pageUrl: PartnerProvider['pageUrl'] = async (authorization, page) => {
    const { redirectUri, state, nonce, verifier } = authorization
    const url = buildAuthorizationUrl(await discover(), {
      redirect_uri: redirectUri,
      scope,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(page === 'register' ? { prompt: 'create' } : {}),
    })
    return url.href
  }

  const complete: PartnerProvider['complete'] = async (authorization, { code, iss }) => {
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

  return { pageUrl, complete, service: createPartnerService(partner, isProduction, outbound) }
}

/** A partner of a deployment that is switched on. */
export interface Partner {
  readonly slug: string
  readonly provider: PartnerProvider
}

export type Partners = ReturnType<typeof createPartners>

/** The partners of every deployment that are switched on. */
export function createPartners(clock: Clock) {
  const providers = new WeakMap<PartnerConfiguration, PartnerProvider>()

  /** Finds a partner by its slug, in any case of letters. */
  function bySlug(deployment: Deployment, given: string): Partner | null {
    const slug = given.toLowerCase()
    const configuration = deployment.partners.get(slug)
    if (configuration?.enabled !== true) return null
    const provider =
      providers.get(configuration) ??
      createPartner(configuration, deployment.rules.isProduction, clock)
    providers.set(configuration, provider)
    return { slug, provider }
  }

  return {
    bySlug,
    /** The partner that has the deployment's log-in page; null where the deployment has its own. */
    ownOf(deployment: Deployment): Partner | null {
      if (deployment.rules.signIn !== 'by-partner') return null
      return bySlug(deployment, partnerSlug(deployment.configuration.PartnerName))
    },
    /** Finds a partner by the name that an account keeps. */
    byName(deployment: Deployment, name: string): Partner | null {
      const named = [...deployment.partners].find(
        ([, partner]) => partner.name.toLowerCase() === name.toLowerCase(),
      )
      return named ? bySlug(deployment, named[0]) : null
    },
    slugsOf: ({ partners }: Deployment) =>
      [...partners].filter(([, partner]) => partner.enabled).map(([slug]) => slug),
  }
}
