import { type JSONWebKeySet, type JWTPayload, SignJWT, exportJWK, generateKeyPair } from 'jose'

export interface Signer {
  readonly sign: (claims: JWTPayload) => Promise<string>
  readonly keys: () => Promise<JSONWebKeySet>
  /** For who has to sign by the same key without us. */
  readonly privateKeys: () => Promise<JSONWebKeySet>
}

/** Signs tokens by RS256, with a key that is made when the first is needed. */
export function createSigner(kid = '1'): Signer {
  let pair: ReturnType<typeof generateKeyPair> | undefined
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
    async privateKeys() {
      const { privateKey } = await keyPair()
      return { keys: [{ ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }] }
    },
  }
}
