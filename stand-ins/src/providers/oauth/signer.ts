import { readFileSync } from 'node:fs'
import { type JSONWebKeySet, type JWK, type JWTPayload, SignJWT, importJWK } from 'jose'

/** RSA keys take long to generate, so every start has the same ones. */
const { usual, rotated } = JSON.parse(
  readFileSync(new URL('keys.json', import.meta.url), 'utf8'),
) as { readonly usual: JWK; readonly rotated: JWK }

export const keys = { usual, rotated }

export interface Signer {
  readonly sign: (claims: JWTPayload) => Promise<string>
  readonly keys: () => JSONWebKeySet
  /** The private key, for a library that signs itself. */
  readonly privateKeys: () => JSONWebKeySet
}

/** Signs tokens by RS256 with a private key. */
export function createSigner(key: JWK, kid: string): Signer {
  const { kty = '', n = '', e = '' } = key
  const published = { kid, alg: 'RS256', use: 'sig' }
  return {
    async sign(claims) {
      const privateKey = await importJWK(key, 'RS256')
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
    },
    keys: () => ({ keys: [{ kty, n, e, ...published }] }),
    privateKeys: () => ({ keys: [{ ...key, ...published }] }),
  }
}
