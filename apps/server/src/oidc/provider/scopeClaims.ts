import { readRequestJson } from '../../platform/readJsonText.ts'
import { type ClientScope, claimScopes, type OidcClient } from '../../deployments/client.ts'

const claimsOf = (scope: ClientScope) =>
  Object.entries(claimScopes).flatMap(([claim, of]) => (of === scope ? [claim] : []))

/** The claims of each scope; a scope without any is a permission. */
export const scopeClaims: Readonly<Record<ClientScope, readonly string[]>> = {
  openid: ['sub'],
  profile: claimsOf('profile'),
  email: claimsOf('email'),
  connections: claimsOf('connections'),
  blocks: [],
}

/** Claims about a sign-in, which need no scope. */
const ofSignIn: ReadonlySet<string> = new Set(['sub', 'auth_time', 'acr', 'amr', 'sid', 'iss'])

type Named = Pick<OidcClient, 'claims'>

/** The claims of a client's scopes, with the names that its entry gives them besides. */
export function claimsOfScopes({ claims }: Named, scopes: readonly ClientScope[]): string[] {
  const own = scopes.flatMap((scope): readonly string[] => scopeClaims[scope])
  const named = Object.entries(claims).filter(([, source]) => own.includes(source))
  return [...own, ...named.map(([name]) => name)]
}

/** The scopes whose claims a request of a client names one by one. */
export function scopesOfClaims(client: Named, asked: unknown): ClientScope[] {
  const named = new Set(
    (['id_token', 'userinfo'] as const).flatMap((part) => Object.keys(partOf(asked, part))),
  )
  return (Object.keys(scopeClaims) as ClientScope[]).filter(
    (scope) =>
      scope !== 'openid' && claimsOfScopes(client, [scope]).some((claim) => named.has(claim)),
  )
}

/**
 * The `claims` of a request, as text, without those that no scope of the client has: by the standard
 * a claim that cannot be had is left out, and is no error.
 */
export function allowedClaims(asked: unknown, client: Named & Pick<OidcClient, 'scopes'>): string {
  const allowed = new Set([...ofSignIn, ...claimsOfScopes(client, client.scopes)])
  const parts = (['id_token', 'userinfo'] as const).map((name) => [
    name,
    Object.fromEntries(Object.entries(partOf(asked, name)).filter(([claim]) => allowed.has(claim))),
  ])
  return JSON.stringify(Object.fromEntries(parts))
}

/** The `claims` parameter, read; undefined where it is none. */
export function readClaims(parameter: unknown): unknown {
  const read = typeof parameter === 'string' ? readRequestJson(parameter) : { value: undefined }
  return 'value' in read ? read.value : undefined
}

/** The part of a `claims` parameter about the ID token or of userinfo. */
export function partOf(asked: unknown, part: 'id_token' | 'userinfo'): Record<string, unknown> {
  const found = isObject(asked) ? asked[part] : undefined
  return isObject(found) ? found : {}
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
