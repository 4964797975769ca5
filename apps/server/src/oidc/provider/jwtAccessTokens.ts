import { Readable } from 'node:stream'
import { createLocalJWKSet, decodeJwt, type JWK, jwtVerify } from 'jose'
import type { Adapter, AdapterPayload, Provider } from 'oidc-provider'
import type { ProviderContext } from './oidcServices.ts'
import { publicHalf } from '../keys/signingKeys.ts'

/** Before the id of a signed token in the database, so that the id alone is no token. */
const prefix = 'jwt:'
const storedIdOf = (jti: string) => `${prefix}${jti}`

interface AccessToken {
  readonly format?: string
  readonly jti: string
  readonly adapter: Adapter
  readonly constructor: { readonly IN_PAYLOAD: readonly string[] }
  save(): Promise<string>
}

/**
 * Each signed token leaves a row like an opaque one: the library forgets it, and neither endpoint could
 * say or end anything about one. Introspection and revocation find the row by the token's own id, which
 * takes the token's place in their requests once its signature is checked.
 * https://github.com/panva/node-oidc-provider/issues/72
 */
export function persistJwtAccessTokens(provider: Provider, keys: readonly JWK[]): void {
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
  const published = createLocalJWKSet({ keys: keys.map((key) => publicHalf(key)) })
  const algorithms = keys.flatMap(({ alg }) => (alg === undefined ? [] : [alg]))
  /** The id of the row of a token that this issuer has signed; of any other, an id without a row. */
  async function rowIdOf(token: string): Promise<string> {
    const checks = { issuer, typ: 'at+jwt', algorithms }
    const verified = await jwtVerify(token, published, checks).catch(() => null)
    const jti = verified?.payload.jti
    return jti === undefined ? 'none' : storedIdOf(jti)
  }
  provider.use(async (ctx, next) => {
    const isAsked = /^\/token\/(?:introspection|revocation)$/.test(ctx.path)
    if (isAsked && ctx.method === 'POST' && ctx.is(form) === form) await replaceJwt(ctx, rowIdOf)
    await next()
  })
}

/** Bytes that the library reads of a form. */
const maxFormBytes = 56 * 1024
const form = 'application/x-www-form-urlencoded'

async function replaceJwt(
  ctx: ProviderContext,
  rowIdOf: (token: string) => Promise<string>,
): Promise<void> {
  const sent = await bytesOf(ctx.req)
  const params = new URLSearchParams(sent.toString())
  const [token = '', ...others] = params.getAll('token')
  const looksLikeJwt = token.split('.').length === 3 || token.startsWith(prefix)
  const isReplaced = looksLikeJwt && others.length === 0
  if (isReplaced) params.set('token', await rowIdOf(token))
  resend(ctx, isReplaced ? Buffer.from(params.toString()) : sent)
}

/** The bytes of a form, or enough of a form that is too long: the library then refuses it. */
async function bytesOf(request: ProviderContext['req']): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxFormBytes) break
  }
  return Buffer.concat(chunks)
}

/** Lets the library read a form again that was read. */
function resend(ctx: ProviderContext, bytes: Buffer): void {
  const { headers, method, url, socket, httpVersion } = ctx.req
  const { 'transfer-encoding': _, ...kept } = headers
  const again = Object.assign(Readable.from([bytes], { objectMode: false }), {
    headers: { ...kept, 'content-length': `${bytes.length}` },
    method,
    url,
    originalUrl: (ctx.req as { originalUrl?: string }).originalUrl,
    socket,
    httpVersion,
  }) as unknown as ProviderContext['req']
  ctx.req = again
  ctx.request.req = again
  ctx.response.req = again
}
