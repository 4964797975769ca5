import { hash } from 'node:crypto'
import type { JWK } from 'jose'
import { type Client, errors, Provider } from 'oidc-provider'
import { keepOnce } from '../database/oidc/oidcArtifacts.ts'
import { hashOf, isSame } from '../platform/crypto/secrets.ts'
import type { Deployment } from '../deployments/deployments.ts'
import { deviceMiddleware } from './devices/deviceRequest.ts'
import { syncProviderSession } from './interactions/syncProviderSession.ts'
import { acceptRetiredKeys } from './keys/retiredKeys.ts'
import { exchangeGrant } from './games/exchangeToken.ts'
import { answerOutages } from './outages.ts'
import { essentialAcr } from './provider/acr.ts'
import { persistJwtAccessTokens } from './provider/jwtAccessTokens.ts'
import { noteRefusals } from './clients/clientRefusals.ts'
import type { ProviderMaterials } from './provider/oidcServices.ts'
import { nextRefreshToken } from './provider/refreshGrace.ts'

/*
 * All that changes oidc-provider beyond its settings. An update of the library is checked patch by
 * patch: each has a test that fails without it. A link leads to the thread in the library's repository.
 *
 * Three more places use what the library's types leave out, and change nothing in it: checkAssertion
 * reads a client's keys, openBackchannelLogout calls a client's own method, and sessionOf makes a session
 * from its payload.
 */

/** A provider, and what its deployment's patches work with. */
interface Patched {
  readonly provider: Provider
  readonly materials: ProviderMaterials
  readonly deployment: Deployment
  /** The published keys. */
  readonly keys: readonly JWK[]
}

/** In the order of their application; of the middleware the first is the outermost. */
export const libraryPatches: readonly ((patched: Patched) => void)[] = [
  includeSid,
  acceptPreviousSecret,
  enableGrants,
  refuseGrants,
  deriveSuccessors,
  ({ provider, materials, deployment }) =>
    acceptRetiredKeys(provider, materials.database, deployment.name),
  refuseReplays,
  reportRequestedAcr,
  ({ provider, materials, deployment }) => answerOutages(provider, materials, deployment),
  ({ provider, deployment, materials: { refusals } }) =>
    noteRefusals(provider, deployment, refusals),
  answerDevices,
  ({ provider, keys }) => persistJwtAccessTokens(provider, keys),
  normalizeResponse,
  replaceSession,
]

/** Every ID token has a `sid`: a log-out recognizes its own session by it, at every client. */
function includeSid({ provider: { Client } }: Patched): void {
  Client.prototype.includeSid = () => true
}

/**
 * While a secret is changed, some servers of a client still show the old one.
 * https://github.com/panva/node-oidc-provider/issues/144
 */
function acceptPreviousSecret({ provider: { Client }, deployment: { clients } }: Patched): void {
  Client.prototype.compareClientSecret = function compareSecret(given) {
    const { clientSecret, previousClientSecret } = clients.get(this.clientId) ?? {}
    return [clientSecret, previousClientSecret].some(
      (secret) => secret !== undefined && isSame(secret, given),
    )
  }
}

/**
 * The device grant follows the client's entry: with pairwise subjects its metadata may have this grant
 * only where keys are the sector. So does the exchange of tokens, which is not one of the library's.
 */
function enableGrants({ provider: { Client }, deployment: { clients } }: Patched): void {
  const { prototype } = Client
  const { grantTypeAllowed } = prototype
  prototype.grantTypeAllowed = function (this: Client, type: string) {
    const client = clients.get(this.clientId)
    if (type === deviceGrant) return client?.device === true
    if (type === exchangeGrant) return client !== undefined && client.exchanges.length > 0
    return grantTypeAllowed.call(this, type)
  }
}

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/**
 * A grant that the client's entry does not allow is refused by the code of RFC 6749 (5.2), and with the
 * field of the entry: the library takes the request for a malformed one.
 */
function refuseGrants({ provider: { Client }, deployment: { clients } }: Patched): void {
  const { prototype } = Client
  const { grantTypeAllowed } = prototype
  prototype.grantTypeAllowed = function (this: Client, type: string) {
    if (grantTypeAllowed.call(this, type)) return true
    const { route, params } = Provider.ctx?.oidc ?? {}
    const asked = route === 'device_authorization' ? deviceGrant : params?.['grant_type']
    if (asked !== type) return false
    const { grants = [] } = clients.get(this.clientId) ?? {}
    const lacks: Partial<Record<string, string>> = {
      [deviceGrant]: 'device is not true',
      [exchangeGrant]: 'exchanges is empty',
    }
    const entry = lacks[type] ?? `grants is ${grants.join(', ')}`
    throw new errors.UnauthorizedClient(
      `client ${this.clientId} may not use the grant ${type}: in its entry ${entry}`,
    )
  }
}

/**
 * A successor derives from its refresh token, so that a token that is used twice within some seconds has
 * one successor at all servers. The first token of a sign-in is random.
 */
function deriveSuccessors({ provider, materials, deployment }: Patched): void {
  // The types leave out how a model gets its id.
  const { prototype } = provider.RefreshToken as unknown as {
    readonly prototype: { generateTokenId(): string }
  }
  const random = prototype.generateTokenId
  prototype.generateTokenId = function generateTokenId(this: object) {
    const ctx = Provider.ctx
    const rotated = ctx?.oidc.entities.RotatedRefreshToken
    if (!ctx || !rotated) return random.call(this)
    return nextRefreshToken(ctx, materials.key.refreshTokens, deployment.name, rotated.jti)
  }
}

/** The library reads first and then writes: two servers at one moment would both find nothing. */
function refuseReplays({
  provider: { ReplayDetection },
  materials: { database, clock },
  deployment: { name },
}: Patched): void {
  ReplayDetection.unique = (iss, jti, exp) => {
    const idHash = hashOf(JSON.stringify([iss, jti]))
    const key = { deployment: name, model: 'ReplayDetection', idHash }
    return keepOnce(database.kysely, key, new Date(exp * 1000), clock.now())
  }
}

/** An essential claim has one of the requested values, although the session may be stronger. */
function reportRequestedAcr({ provider: { OIDCContext } }: Patched): void {
  const { prototype } = OIDCContext
  const acr = Object.getOwnPropertyDescriptor(prototype, 'acr')?.get
  Object.defineProperty(prototype, 'acr', {
    get(this: typeof prototype) {
      const ofSession = acr?.call(this) as string | undefined
      return essentialAcr(this.params ?? {}, ofSession) ?? ofSession
    },
  })
}

/** The library's own page for codes asks for no number and is not reachable, and it has no limits. */
function answerDevices({ provider, materials, deployment }: Patched): void {
  provider.use((ctx, next) => deviceMiddleware(materials, deployment, ctx, next))
}

/**
 * There is one session, the portal's; the library cannot be given another store of them.
 * https://github.com/panva/node-oidc-provider/issues/547
 */
function replaceSession({ provider, materials, deployment }: Patched): void {
  provider.use((ctx, next) => syncProviderSession(materials, deployment, provider, ctx, next))
}

/** Seconds for which a cache may answer in our place; a new key is published a day before it signs. */
const cacheableFor = 300
const cacheable: ReadonlySet<string | undefined> = new Set(['discovery', 'jwks'])

/** Client libraries expect these answers by the standards. */
function normalizeResponse({ provider }: Patched): void {
  provider.use(async (ctx, next) => {
    await next()
    const route = (ctx as { readonly _matchedRouteName?: string })._matchedRouteName
    if (route === undefined && ctx.status === 404) {
      ctx.body = { error: 'not_found' }
      // A body makes it 200.
      ctx.status = 404
    }
    // RFC 7009: the answer of a revocation has no content.
    if (route === 'revocation' && ctx.status === 200) ctx.remove('content-type')
    if (!cacheable.has(route) || ctx.status !== 200) return
    ctx.set('cache-control', `public, max-age=${cacheableFor}`)
    ctx.set('etag', `"${hash('sha256', JSON.stringify(ctx.body), 'base64url')}"`)
    if (!ctx.fresh) return
    ctx.status = 304
    ctx.body = null
  })
}
