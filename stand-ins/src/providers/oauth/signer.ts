import { type JSONWebKeySet, type JWTPayload, SignJWT, exportJWK, generateKeyPair } from 'jose'

export interface Signer {
  readonly sign: (claims: JWTPayload) => Promise<string>
  readonly keys: () => Promise<JSONWebKeySet>
}

/** Signs tokens by RS256, with a key that is made when the first is needed. */
export function createSigner(): Signer {
  let pair: ReturnType<typeof generateKeyPair> | undefined
  const kid = '1'
  const keyPair = () => (pair ??= generateKeyPair('RS256', { extractable: true }))
  return {
    async sign(claims) {
      const { privateKey } = await keyPair()
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
    },
    async keys() {
      const { publicKey } = await keyPair()
      return { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }] }
    },
  }
}
