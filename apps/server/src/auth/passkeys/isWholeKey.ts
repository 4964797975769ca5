import { createPublicKey, type JsonWebKey } from 'node:crypto'

interface Kind {
  readonly type: number
  /** Undefined for a key without a curve. */
  readonly curve: number | undefined
  readonly jwk: (part: (label: number) => string) => JsonWebKey
}

/** COSE's labels of what a key consists of (RFC 9053). */
const label = { type: 1, algorithm: 3, curve: -1, x: -2, y: -3, modulus: -1, exponent: -2 } as const

/** The key of each algorithm that passkeys are asked for: ES256, EdDSA and RS256. */
const kinds: Readonly<Record<number, Kind>> = {
  [-7]: {
    type: 2,
    curve: 1,
    jwk: (part) => ({ kty: 'EC', crv: 'P-256', x: part(label.x), y: part(label.y) }),
  },
  [-8]: { type: 1, curve: 6, jwk: (part) => ({ kty: 'OKP', crv: 'Ed25519', x: part(label.x) }) },
  [-257]: {
    type: 3,
    curve: undefined,
    jwk: (part) => ({ kty: 'RSA', n: part(label.modulus), e: part(label.exponent) }),
  },
}

/**
 * Says whether a new passkey's key in COSE is one of its algorithm: of its type, on the curve that
 * it names. The library would keep another one, whose signatures prove little or nothing.
 */
export async function isWholeKey(publicKey: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const { decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers')
  const key = decodeCredentialPublicKey(publicKey) as unknown as ReadonlyMap<number, unknown>
  const kind = kinds[Number(key.get(label.algorithm))]
  if (kind === undefined || key.get(label.type) !== kind.type) return false
  if (kind.curve !== undefined && key.get(label.curve) !== kind.curve) return false
  const part = (of: number) => Buffer.from(key.get(of) as Uint8Array).toString('base64url')
  try {
    createPublicKey({ key: kind.jwk(part), format: 'jwk' })
    return true
  } catch {
    return false
  }
}
