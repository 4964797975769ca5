import type { JWK } from 'jose'

/** Of a key in the form of RFC 7517, of any of our algorithms. */
const publicParts = ['kty', 'n', 'e', 'crv', 'x', 'y', 'kid', 'alg', 'use'] as const

export function publicHalf(jwk: JWK): JWK {
  const parts = publicParts.filter((name) => jwk[name] !== undefined)
  return Object.fromEntries(parts.map((name) => [name, jwk[name]]))
}
