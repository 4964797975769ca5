import { type JWTPayload, SignJWT, decodeJwt, decodeProtectedHeader } from 'jose'
import type { Signer } from '../providers/oauth/signer.ts'

/** Wrong claims for a token that nothing else is wrong with. */
const wrongClaims = {
  nonce: 'a foreign nonce',
  iss: 'https://someone-else.example',
  aud: 'someone-else',
  sub: 'staff-someone-else',
  auth_time: 1,
  acr: 'too-little',
} as const

type BentClaim = keyof typeof wrongClaims

/** The faults of the next token: `true` for a wrong value, or the value itself. */
export type Bend = Partial<Record<BentClaim | 'alg' | 'expired', true | string | number>>

const kinds: ReadonlySet<string> = new Set([...Object.keys(wrongClaims), 'alg', 'expired'])

/** Says whether a body bends a token in ways that exist. */
export function isBend(body: unknown): body is Bend {
  if (typeof body !== 'object' || body === null) return false
  return Object.entries(body).every(
    ([kind, value]) =>
      kinds.has(kind) && (value === true || ['string', 'number'].includes(typeof value)),
  )
}

/** The next token is wrong, once. */
export interface Bends {
  readonly set: (bend: Bend) => void
  /** Returns the token as it has to leave. */
  readonly apply: (token: string) => Promise<string>
}

export function createBends(signer: Signer, clientSecret: string): Bends {
  let next: Bend = {}
  return {
    set(bend) {
      next = bend
    },
    async apply(token) {
      const { alg, expired, ...claims } = next
      next = {}
      const isBent = Object.keys(claims).length > 0
      if (!isBent && alg === undefined && expired === undefined) return token
      const before = decodeJwt(token)
      const wrong = Object.entries(claims).map(([name, value]) => [
        name,
        value === true ? wrongClaims[name as BentClaim] : value,
      ])
      const payload: JWTPayload = {
        ...before,
        ...Object.fromEntries(wrong),
        ...(expired === undefined ? {} : { exp: (before.iat ?? 0) - 3600 }),
      }
      const { typ } = decodeProtectedHeader(token)
      return alg === undefined
        ? signer.sign(payload, typ)
        : signedOtherwise(payload, alg, clientSecret)
    },
  }
}

/** Without a signature, or by a key that the client itself has. */
async function signedOtherwise(
  payload: JWTPayload,
  alg: true | string | number,
  clientSecret: string,
): Promise<string> {
  if (alg !== 'none') {
    const key = new TextEncoder().encode(clientSecret)
    return new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(key)
  }
  return `${part({ alg: 'none' })}.${part(payload)}.`
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
