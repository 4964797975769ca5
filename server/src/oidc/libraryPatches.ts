import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { decodeJwt, type JWK } from 'jose'
import { type Adapter, type AdapterPayload, type Client, Provider } from 'oidc-provider'
import { keepOnce } from '../database/oidc/oidcArtifacts.ts'
import { hashOf, isSame } from '../platform/crypto/secrets.ts'
import type { Deployment } from '../tenants/deployments.ts'
import { deviceMiddleware } from './devices/deviceRequest.ts'
import { syncProviderSession } from './interactions/syncProviderSession.ts'
import { readOldHint } from './keys/retiredKeys.ts'
import { retiredKeyOf } from './keys/signingKeys.ts'
import { essentialAcr } from './provider/acr.ts'
import { createJwtReader, looksLikeJwt, storedIdOf } from './provider/jwtAccessTokens.ts'
import type { OidcMaterials } from './provider/oidcServices.ts'
import { nextRefreshToken } from './provider/refreshGrace.ts'

/*
 * All that bends oidc-provider beyond its settings. An update of the library is checked row by row:
 * each has a test that fails without it.
 *
 * Three more places use what the library's types leave out, and change nothing in it: checkAssertion
 * reads a client's keys, openBackchannelLogout calls a client's own method, and sessionOf makes a session
 * from its payload.
 */

/** A provider, and what its deployment's patches work with. */
interface Patched {
  readonly provider: Provider
  readonly materials: OidcMaterials
  readonly deployment: Deployment
  /** The published keys. */
  readonly keys: readonly JWK[]
}

interface LibraryPatch {
  readonly name: string
  readonly changes: string
  readonly why: string
  /** The thread in the library's repository. */
  readonly issue: `https://github.com/panva/node-oidc-provider/issues/${number}` | 'none known'
  readonly apply: (patched: Patched) => void
}

/** In the order of their application; of the middleware the first is the outermost. */
export const libraryPatches: readonly LibraryPatch[] = [
  {
    name: 'includeSid',
    changes: 'Client.prototype.includeSid: every ID token has a `sid`',
    why: 'A log-out recognizes its own session by it, at clients without back-channel log-out too.',
    issue: 'none known',
    apply: includeSid,
  },
  {
    name: 'acceptPreviousSecret',
    changes: 'Client.prototype.compareClientSecret: the secret before counts too',
    why: 'While a secret is changed, some servers of a client still show the old one.',
    issue: 'https://github.com/panva/node-oidc-provider/issues/144',
    apply: acceptPreviousSecret,
  },
  {
    name: 'enableDeviceGrant',
    changes: 'Client.prototype.grantTypeAllowed: the device grant follows the client’s entry',
    why: 'With pairwise subjects the metadata may have this grant only where keys are the sector.',
    issue: 'none known',
    apply: enableDeviceGrant,
  },
  {
    name: 'deriveSuccessors',
    changes: 'RefreshToken.prototype.generateTokenId: a successor derives from its token',
    why: 'A refresh token that is used twice within some seconds has one successor at all servers.',
    issue: 'none known',
    apply: deriveSuccessors,
  },
  {
    name: 'acceptRetiredKeys',
    changes: 'IdToken.validate: takes hints that a retired key has signed',
    why: 'Clients show an ID token for longer than its key is published.',
    issue: 'none known',
    apply: acceptRetiredKeys,
  },
  {
    name: 'refuseReplays',
    changes: 'ReplayDetection.unique: looks and writes by one statement',
    why: 'The library looks first and writes then: two servers at one moment would both see nothing.',
    issue: 'none known',
    apply: refuseReplays,
  },
  {
    name: 'reportRequestedAcr',
    changes: 'OIDCContext.prototype.acr: the requested value that the session meets',
    why: 'An essential claim has one of the requested values, although the session may be stronger.',
    issue: 'none known',
    apply: reportRequestedAcr,
  },
  {
    name: 'deviceMiddleware',
    changes: 'Answers of the device endpoints: limits, the portal’s address, `slow_down`',
    why: 'The library knows neither; its own page asks for no number and is not reachable.',
    issue: 'none known',
    apply: ({ provider, materials, deployment }) =>
      provider.use((ctx, next) => deviceMiddleware(materials, deployment, ctx, next)),
  },
  {
    name: 'persistJwtAccessTokens',
    changes: 'AccessToken and ClientCredentials: save, and what introspection and revocation read',
    why: 'The library forgets signed tokens: neither endpoint could say or end anything about one.',
    issue: 'https://github.com/panva/node-oidc-provider/issues/72',
    apply: persistJwtAccessTokens,
  },
  {
    name: 'normalizeResponse',
    changes:
      'Answers: JSON of a 404, no type of an empty revocation, caching of discovery and keys',
    why: 'Client libraries expect them by the standards.',
    issue: 'none known',
    apply: normalizeResponse,
  },
  {
    name: 'syncProviderSession',
    changes: 'The cookie of the library’s session, before and after it, and a visitor’s log-out',
    why: 'There is one session, the portal’s; the library cannot be given another store of them.',
    issue: 'https://github.com/panva/node-oidc-provider/issues/547',
    apply: ({ provider, materials, deployment }) =>
      provider.use((ctx, next) => syncProviderSession(materials, deployment, provider, ctx, next)),
  },
]

function includeSid({ provider: { Client } }: Patched): void {
  Client.prototype.includeSid = () => true
}

function acceptPreviousSecret({ provider: { Client }, deployment: { clients } }: Patched): void {
  Client.prototype.compareClientSecret = function compareSecret(given) {
    const { clientSecret, previousClientSecret } = clients.get(this.clientId) ?? {}
    return [clientSecret, previousClientSecret].some(
      (secret) => secret !== undefined && isSame(secret, given),
    )
  }
}

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

function enableDeviceGrant({ provider: { Client }, deployment: { clients } }: Patched): void {
  const { prototype } = Client
  const { grantTypeAllowed } = prototype
  prototype.grantTypeAllowed = function (this: Client, type: string) {
    if (type === deviceGrant) return clients.get(this.clientId)?.device === true
    return grantTypeAllowed.call(this, type)
  }
}

/** The first refresh token of a sign-in is random. */
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

function acceptRetiredKeys({ provider, materials, deployment }: Patched): void {
  const { IdToken, issuer } = provider
  const find = (kid: string) => retiredKeyOf(materials, deployment.name, kid)
  const validate = IdToken.validate.bind(IdToken)
  IdToken.validate = async (token, client) => {
    try {
      return await validate(token, client)
    } catch (error) {
      const { clientId, idTokenSignedResponseAlg: algorithm = 'RS256' } = client
      const hint = await readOldHint(token, { issuer, clientId, algorithm, find })
      if (hint === null) throw error
      return { header: { ...hint.header }, payload: { ...hint.payload } }
    }
  }
}

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

type Context = Parameters<Parameters<Provider['use']>[0]>[0]

interface AccessToken {
  readonly format?: string
  readonly jti: string
  readonly adapter: Adapter
  readonly constructor: { readonly IN_PAYLOAD: readonly string[] }
  save(): Promise<string>
}

/**
 * Each signed token leaves a row like an opaque one. Introspection and revocation find it by the token's
 * own id, which takes the token's place in their requests once its signature is checked.
 */
function persistJwtAccessTokens({ provider, keys }: Patched): void {
  const { AccessToken, ClientCredentials, issuer } = provider
  for (const { prototype } of [AccessToken, ClientCredentials] as unknown as {
    readonly prototype: AccessToken
  }[]) {
    const save = prototype.save
    prototype.save = async function saveJwt(this: AccessToken) {
      const value = await save.call(this)
      if (this.format !== 'jwt') return value
      const { iat = 0, exp = 0 } = decodeJwt(value)
      const fields = this as unknown as Record<string, unknown>
      const kept = this.constructor.IN_PAYLOAD.filter((name) => fields[name] !== undefined)
      const payload: AdapterPayload = {
        ...Object.fromEntries(kept.map((name) => [name, fields[name]])),
        iat,
        exp,
      }
      await this.adapter.upsert(storedIdOf(this.jti), payload, exp - iat)
      return value
    }
  }
  const readJwt = createJwtReader(issuer, keys)
  provider.use(async (ctx, next) => {
    const isAsked = /^\/token\/(?:introspection|revocation)$/.test(ctx.path)
    if (isAsked && ctx.method === 'POST' && ctx.is(form) === form) await replaceJwt(ctx, readJwt)
    await next()
  })
}

/** Bytes that the library reads of a form. */
const longestForm = 56 * 1024
const form = 'application/x-www-form-urlencoded'

async function replaceJwt(
  ctx: Context,
  readJwt: (token: string) => Promise<string>,
): Promise<void> {
  const sent = await bytesOf(ctx.req)
  const params = new URLSearchParams(sent.toString())
  const [token = '', ...others] = params.getAll('token')
  const isReplaced = looksLikeJwt(token) && others.length === 0
  if (isReplaced) params.set('token', await readJwt(token))
  resend(ctx, isReplaced ? Buffer.from(params.toString()) : sent)
}

/** The bytes of a form, and one more where it is too long, which the library then refuses. */
async function bytesOf(request: Context['req']): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > longestForm) break
  }
  return Buffer.concat(chunks).subarray(0, longestForm + 1)
}

/** Lets the library read a form again that was read. */
function resend(ctx: Context, bytes: Buffer): void {
  const { headers, method, url, socket, httpVersion } = ctx.req
  const { 'transfer-encoding': _, ...kept } = headers
  const again = Object.assign(Readable.from([bytes], { objectMode: false }), {
    headers: { ...kept, 'content-length': `${bytes.length}` },
    method,
    url,
    originalUrl: (ctx.req as { originalUrl?: string }).originalUrl,
    socket,
    httpVersion,
  }) as unknown as Context['req']
  ctx.req = again
  ctx.request.req = again
  ctx.response.req = again
}

/** Seconds for which a cache may answer in our place; a new key is published a day before it signs. */
const cacheableFor = 300
const cacheable: ReadonlySet<string | undefined> = new Set(['discovery', 'jwks'])

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
