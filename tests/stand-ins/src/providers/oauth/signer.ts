import { readFileSync } from 'node:fs'
import { type JSONWebKeySet, type JWK, type JWTPayload, SignJWT, importJWK } from 'jose'

/** RSA keys take long to generate, so every start has the same ones. */
const { usual, rotated } = JSON.parse(
  readFileSync(new URL('keys.json', import.meta.url), 'utf8'),
) as { readonly usual: JWK; readonly rotated: JWK }

export const keys = { usual, rotated }

export interface Signer {
  /** `typ` is a kind of token that its header has to name. */
  readonly sign: (claims: JWTPayload, typ?: string) => Promise<string>
  readonly keys: () => JSONWebKeySet
  /** The private key, for a library that signs itself. */
  readonly privateKeys: () => JSONWebKeySet
}

/** Signs tokens by RS256 with a private key. */
export function createSigner(key: JWK, kid: string): Signer {
  const { kty = '', n = '', e = '' } = key
  const published = { kid, alg: 'RS256', use: 'sig' }
  return {
    async sign(claims, typ) {
      const privateKey = await importJWK(key, 'RS256')
      const header = { alg: 'RS256', kid, ...(typ === undefined ? {} : { typ }) }
      return new SignJWT(claims).setProtectedHeader(header).sign(privateKey)
    },
    keys: () => ({ keys: [{ kty, n, e, ...published }] }),
    privateKeys: () => ({ keys: [{ ...key, ...published }] }),
  }
}
