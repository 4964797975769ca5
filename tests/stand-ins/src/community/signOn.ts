import * as openid from 'openid-client'
import type { Brand } from './brands.ts'
import type { PortalClient, PortalClients } from './portalClient.ts'
import type { Flow, Member, Visit } from './visits.ts'

/** A visitor came back from the portal without a player. */
export class NotSignedInError extends Error {
  override readonly name = 'NotSignedInError'
  /** The page that the visitor wanted. */
  readonly back: string

  constructor(back: string, cause: unknown) {
    super('The visitor is not signed in.', { cause })
    this.back = back
  }
}

/** The requests of a site to the portal. */
export interface SignOn {
  /**
   * Returns the portal's page that signs a visitor in. `silently`: the portal shows nothing and
   * refuses an unknown visitor.
   */
  readonly begin: (visit: Visit, back: string, silently: boolean) => Promise<string>
  /**
   * Returns the player of a return and the wanted page. Throws NotSignedInError, and at a forged
   * answer.
   */
  readonly complete: (visit: Visit, url: URL) => Promise<{ member: Member; back: string }>
  /** Trades the refresh token for new tokens; throws when the sign-on is over. */
  readonly refresh: (member: Member) => Promise<void>
  /** Reads the portal's data about a player again. */
  readonly reread: (member: Member) => Promise<void>
  /** Returns the portal's page that ends its session too, for a player signed out here. */
  readonly signOutPage: (member: Member) => Promise<string>
}

/** Answers without a defect: the portal does not know the visitor, or the visitor refused. */
const signedOutErrors = new Set([
  'login_required',
  'consent_required',
  'interaction_required',
  'access_denied',
])

export function createSignOn(brand: Brand, portals: PortalClients, origin: () => string): SignOn {
  const site = () => `${origin()}/${brand.slug}`
  const redirectUri = () => `${site()}/callback`

  async function reread(member: Member): Promise<void> {
    const { config } = await portals(member.portal)
    const sent = await openid.fetchUserInfo(config, member.accessToken, member.sub)
    Object.assign(member, { ...detailsOf(sent), isStale: false })
  }

  return {
    async begin(visit, back, silently) {
      const { config } = await portals(visit.portal)
      const verifier = openid.randomPKCECodeVerifier()
      const [state, nonce] = [openid.randomState(), openid.randomNonce()]
      visit.flow = { state, nonce, verifier, way: 'openid', back }
      const page = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri(),
        scope: brand.scope,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(silently ? { prompt: 'none' } : {}),
      })
      return page.href
    },

    async complete(visit, url) {
      const { flow } = visit
      // A flow is good for one return.
      visit.flow = null
      if (flow === null) throw new Error('This browser has not begun to sign in.')
      const { config } = await portals(visit.portal)
      const tokens = await redeemCode(config, url, flow)
      const claims = tokens.claims()
      if (!claims) throw new Error('The portal has sent no id token.')
      const { sub, sid } = claims
      const member: Member = {
        portal: visit.portal,
        sub,
        sid: typeof sid === 'string' ? sid : '',
        ...detailsOf({ sub }),
        isStale: false,
        idToken: tokens.id_token ?? '',
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token ?? '',
        refreshes: 0,
      }
      await reread(member)
      return { member, back: flow.back }
    },

    async refresh(member) {
      const { config } = await portals(member.portal)
      const tokens = await openid.refreshTokenGrant(config, member.refreshToken)
      // The old refresh token is used up. A second use would end the sign-on.
      member.refreshToken = tokens.refresh_token ?? member.refreshToken
      member.accessToken = tokens.access_token
      member.idToken = tokens.id_token ?? member.idToken
      member.refreshes += 1
      await reread(member)
    },

    reread,

    async signOutPage({ portal, idToken }) {
      const { config }: PortalClient = await portals(portal)
      const page = openid.buildEndSessionUrl(config, {
        id_token_hint: idToken,
        post_logout_redirect_uri: site(),
      })
      return page.href
    },
  }
}

/** Trades the code in the return address for tokens. */
function redeemCode(config: openid.Configuration, url: URL, flow: Flow) {
  return openid
    .authorizationCodeGrant(config, url, {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.verifier,
      idTokenExpected: true,
    })
    .catch((error: unknown) => {
      const isSignedOut =
        error instanceof openid.AuthorizationResponseError && signedOutErrors.has(error.error)
      throw isSignedOut ? new NotSignedInError(flow.back, error) : error
    })
}

type Details = Pick<Member, 'name' | 'picture' | 'titles' | 'platforms'>

/** Picks the shown details from the portal's data about a player. */
export function detailsOf(sent: Readonly<Record<string, unknown>>): Details {
  return {
    name: text(sent['preferred_username']),
    picture: text(sent['picture']),
    titles: list(sent['titles']).map(text),
    platforms: list(sent['connections']).map((one) => {
      const { platform, name } = one as Readonly<Record<string, unknown>>
      return `${text(platform)}: ${text(name)}`
    }),
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
