import { Readable } from 'node:stream'
import { createLocalJWKSet, decodeJwt, type JWK, jwtVerify } from 'jose'
import type { Adapter, AdapterPayload, Provider } from 'oidc-provider'
import { publicHalf } from '../keys/publicHalf.ts'

/*
 * The library hands signed access tokens out and forgets them: nobody could ask whether one is still
 * good, or take it back. Here each leaves a row like an opaque one, and the two endpoints find it by
 * the token's own id once its signature is checked.
 */

type Context = Parameters<Parameters<Provider['use']>[0]>[0]

/** Before the id of a signed token in the database, so that the id alone is no token. */
const prefix = 'jwt:'
/** Bytes that the library reads of a form. */
const longestForm = 56 * 1024
const form = 'application/x-www-form-urlencoded'

interface Signed {
  readonly format?: string
  readonly jti: string
  readonly adapter: Adapter
  readonly constructor: { readonly IN_PAYLOAD: readonly string[] }
  save(): Promise<string>
}

/** Makes the provider remember the signed tokens that it hands out. */
export function rememberSigned({ AccessToken, ClientCredentials }: Provider): void {
  for (const { prototype } of [AccessToken, ClientCredentials] as unknown as {
    readonly prototype: Signed
  }[]) {
    const save = prototype.save
    prototype.save = async function saveAndRemember(this: Signed) {
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
      await this.adapter.upsert(`${prefix}${this.jti}`, payload, exp - iat)
      return value
    }
  }
}

/**
 * Lets introspection and revocation take signed tokens: puts the id of one of ours into the request,
 * and something that nobody has for everything else that looks like one.
 */
export function readSigned(
  provider: Provider,
  keys: readonly JWK[],
): (ctx: Context) => Promise<void> {
  const published = createLocalJWKSet({ keys: keys.map((key) => publicHalf(key)) })
  const algorithms = keys.flatMap(({ alg }) => (alg === undefined ? [] : [alg]))

  async function idOf(token: string): Promise<string> {
    const checks = { issuer: provider.issuer, typ: 'at+jwt', algorithms }
    const verified = await jwtVerify(token, published, checks).catch(() => null)
    const jti = verified?.payload.jti
    return jti === undefined ? 'nobody' : `${prefix}${jti}`
  }

  return async (ctx) => {
    const isAsked = /^\/token\/(?:introspection|revocation)$/.test(ctx.path)
    if (!isAsked || ctx.method !== 'POST' || ctx.is(form) !== form) return
    const sent = await bytesOf(ctx.req)
    const params = new URLSearchParams(sent.toString())
    const [token = '', ...others] = params.getAll('token')
    const isSigned = token.split('.').length === 3 || token.startsWith(prefix)
    const isOne = isSigned && others.length === 0
    if (isOne) params.set('token', await idOf(token))
    resend(ctx, isOne ? Buffer.from(params.toString()) : sent)
  }
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
