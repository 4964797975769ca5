import {
  createRemoteJWKSet,
  customFetch as fetchOfKeys,
  errors,
  type JWTPayload,
  jwtVerify,
} from 'jose'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  fetchUserInfo,
} from 'openid-client'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { createDiscovery } from '../../platform/http-client/openIdDiscovery.ts'
import { createOutbound } from '../../platform/http-client/outbound.ts'
import { unreadableIn } from '../../platform/readableText.ts'

/** A log-in of staff under way: the values that its answer has to fit. */
export interface StaffFlow {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** The person that the identity provider has signed in. */
export interface StaffIdentity {
  readonly iss: string
  readonly sub: string
  /** The session there; null where it names none. */
  readonly sid: string | null
  readonly name: string
  /** Null unless it is verified. */
  readonly email: string | null
  readonly groups: readonly string[]
  /** When the person proved who they are; null where it does not say. */
  readonly authTime: Date | null
}

/** The provider cannot say now whether a token is its own. */
export class ProviderAwayError extends Error {
  override readonly name = 'ProviderAwayError'
}

export type IdentityProvider = ReturnType<typeof createIdentityProvider>

const scope = 'openid profile email'
const secondsOfDoubt = 30
/** At most an hour. */
const secondsOfToken = 3600
/** By a key of the provider alone: a secret or a public key signs none. */
const tokenAlgorithms = ['RS', 'PS', 'ES'].flatMap((kind) =>
  [256, 384, 512].map((bits) => `${kind}${bits}`),
)
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** The studio's OpenID provider, by code flow with PKCE and nonce; its methods throw where it does not answer as agreed. */
export function createIdentityProvider(settings: Settings, clock: Clock) {
  const { CONSOLE_URL: own = '', STAFF_ISSUER: issuer = '', STAFF_ACR: acr } = settings
  const redirectUri = `${own}/sign-in/callback`
  const outbound = createOutbound('Identity provider of staff')
  const client = {
    issuer,
    clientId: settings.STAFF_CLIENT_ID,
    clientSecret: settings.STAFF_CLIENT_SECRET ?? '',
  }
  const { discover, forget } = createDiscovery(client, outbound, clock)

  /** The address of its page; with `isProof` a person who is signed in there proves it once more. */
  async function pageUrl(flow: StaffFlow, isProof: boolean): Promise<string> {
    const url = buildAuthorizationUrl(await discover(), {
      redirect_uri: redirectUri,
      scope,
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
      ...(acr === undefined ? {} : { acr_values: acr }),
      ...(isProof ? { prompt: 'login', max_age: '0' } : {}),
    })
    return url.href
  }

  /** Exchanges the answer of its page for the person. */
  async function complete(flow: StaffFlow, query: string): Promise<StaffIdentity> {
    const configuration = await discover()
    const back = new URL(redirectUri)
    back.search = query
    try {
      const tokens = await authorizationCodeGrant(configuration, back, {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new Error('no ID token')
      if (acr !== undefined && claims['acr'] !== acr) throw new Error(`acr is not ${acr}`)
      const about = configuration.serverMetadata().userinfo_endpoint
        ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {}
      return identityOf({ ...about, ...claims }, settings.STAFF_ROLES_CLAIM)
    } catch (cause) {
      // Its keys may have changed: the next attempt loads them again.
      forget()
      throw cause
    }
  }

  /** The address of its own sign-out; null where it has no such page. */
  async function signOutUrl(): Promise<string | null> {
    const configuration = await discover()
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null
    return buildEndSessionUrl(configuration, {
      client_id: settings.STAFF_CLIENT_ID,
      post_logout_redirect_uri: `${own}/`,
    }).href
  }

  return { pageUrl, complete, signOutUrl, ...createTokenReaders(settings, discover, outbound) }
}

type Keys = ReturnType<typeof createRemoteJWKSet>

/** Readers of the provider's tokens that come without a person's browser. */
function createTokenReaders(
  { CONSOLE_URL: own = '', STAFF_CLIENT_ID: client }: Settings,
  discover: () => Promise<Configuration>,
  outbound: typeof fetch,
) {
  let known: { readonly url: string; readonly keys: Keys } | null = null

  /** Its issuer and its keys, which are asked for again once a token has an unknown one. */
  async function signer() {
    const { issuer: iss, jwks_uri: url } = (await discover()).serverMetadata()
    if (url === undefined) throw new Error('It has no keys.')
    if (known?.url !== url) {
      const options = { [fetchOfKeys]: (...given: Parameters<typeof fetch>) => outbound(...given) }
      known = { url, keys: createRemoteJWKSet(new URL(url), options) }
    }
    return { iss, keys: known.keys }
  }

  /**
   * Reads the access token of a service (RFC 9068), which is no person's: its subject is its client.
   * Null for any other token; throws a ProviderAwayError where the provider does not answer.
   */
  async function readServiceToken(
    token: string,
  ): Promise<{ readonly iss: string; readonly clientId: string } | null> {
    try {
      const { iss, keys } = await signer()
      const { payload } = await jwtVerify(token, keys, {
        issuer: iss,
        audience: own,
        typ: 'at+jwt',
        algorithms: [...tokenAlgorithms, 'EdDSA', 'Ed25519'],
        requiredClaims: ['exp', 'iat', 'client_id', 'sub'],
        clockTolerance: secondsOfDoubt,
      })
      const { exp = Infinity, iat = 0, sub, client_id: clientId } = payload
      const isService = typeof clientId === 'string' && clientId === sub
      return isService && exp - iat <= secondsOfToken ? { iss, clientId } : null
    } catch (cause) {
      const isAway = !(cause instanceof errors.JOSEError) || cause instanceof errors.JWKSTimeout
      if (isAway) throw new ProviderAwayError((cause as Error).message, { cause })
      return null
    }
  }

  /** Reads its notice that a person has signed out there; throws where it is not its own. */
  async function readLogout(token: string): Promise<{ iss: string; sub?: string; sid?: string }> {
    const { iss, keys } = await signer()
    const { payload } = await jwtVerify(token, keys, {
      issuer: iss,
      audience: client,
      maxTokenAge: '10 minutes',
      clockTolerance: secondsOfDoubt,
    })
    return personOf(payload, iss)
  }

  return { readServiceToken, readLogout }
}

type Claims = Readonly<Record<string, unknown>>

function identityOf(
  claims: Claims & { readonly iss: string; readonly sub: string },
  rolesClaim: string,
): StaffIdentity {
  // The database takes no such text, and no person has it.
  const unreadable = unreadableIn(claims)
  if (unreadable !== null) throw new Error(`The claim ${unreadable} is not readable.`)
  const { iss, sub, name, email, sid, auth_time: seconds, email_verified: isVerified } = claims
  return {
    iss,
    sub,
    sid: typeof sid === 'string' ? sid : null,
    name: typeof name === 'string' && name.trim() !== '' ? name.slice(0, 100) : sub,
    email: isVerified === true && typeof email === 'string' ? email : null,
    groups: listAt(claims, rolesClaim),
    authTime: typeof seconds === 'number' ? new Date(seconds * 1000) : null,
  }
}

/** The person of a notice of a log-out; throws for any other token. */
function personOf({ events, sub, sid, nonce }: JWTPayload, iss: string) {
  const isLogout = typeof events === 'object' && events !== null && logoutEvent in events
  if (!isLogout || nonce !== undefined) throw new Error('It is no notice of a log-out.')
  if (sub === undefined && typeof sid !== 'string') throw new Error('It names no person.')
  return {
    iss,
    ...(sub === undefined ? {} : { sub }),
    ...(typeof sid === 'string' ? { sid } : {}),
  }
}

/** The texts of a claim, which may lie inside others: `realm_access.roles`. */
function listAt(claims: Claims, path: string): readonly string[] {
  // The name of a claim may have dots, as an address has.
  const found = Object.hasOwn(claims, path) ? claims[path] : claimInside(claims, path)
  return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : []
}

function claimInside(claims: Claims, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inside, name) => (inside as Claims | null | undefined)?.[name], claims)
}
