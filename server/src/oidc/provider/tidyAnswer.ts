import { hash } from 'node:crypto'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'

type Context = Parameters<Parameters<Provider['use']>[0]>[0]

/** Seconds for which a cache may answer in our place; a new key is published a day before it signs. */
const cacheableFor = 300
const cacheable: ReadonlySet<string | undefined> = new Set(['discovery', 'jwks'])

/** Whether a person sees what a route answers; every other route answers programs alone. */
export function isForPeople({ oidc }: KoaContextWithOIDC): boolean {
  return /^(authorization|resume|end_session|code_verification|device_resume)/.test(oidc.route)
}

/** Makes the library's answers what clients' libraries read: runs after it. */
export function tidyAnswer(ctx: Context): void {
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
}
