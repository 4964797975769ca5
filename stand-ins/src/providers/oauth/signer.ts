import { type JSONWebKeySet, type JWTPayload, SignJWT, exportJWK, generateKeyPair } from 'jose'

export interface Signer {
  readonly sign: (claims: JWTPayload) => Promise<string>
  readonly keys: () => Promise<JSONWebKeySet>
  /** The private key, for a library that signs itself. */
  readonly privateKeys: () => Promise<JSONWebKeySet>
}

/** Signs tokens by RS256. The first signature makes the key. */
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
