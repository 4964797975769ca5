import { createLocalJWKSet, type JWK, jwtVerify } from 'jose'
import { publicHalf } from '../keys/publicHalf.ts'

/** Before the id of a signed token in the database, so that the id alone is no token. */
const prefix = 'jwt:'

/** The id of a signed token's row. */
export function storedIdOf(jti: string): string {
  return `${prefix}${jti}`
}

export function looksLikeJwt(token: string): boolean {
  return token.split('.').length === 3 || token.startsWith(prefix)
}

/** Reads the id of the row from a token that this issuer has signed; an id without a row from others. */
export function createJwtReader(
  issuer: string,
  keys: readonly JWK[],
): (token: string) => Promise<string> {
  const published = createLocalJWKSet({ keys: keys.map((key) => publicHalf(key)) })
  const algorithms = keys.flatMap(({ alg }) => (alg === undefined ? [] : [alg]))
  return async (token) => {
    const checks = { issuer, typ: 'at+jwt', algorithms }
    const verified = await jwtVerify(token, published, checks).catch(() => null)
    const jti = verified?.payload.jti
    return jti === undefined ? 'none' : storedIdOf(jti)
  }
}
