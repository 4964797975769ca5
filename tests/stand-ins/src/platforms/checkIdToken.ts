import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose'
import { fetchByHost } from '../platform/fetchByHost.ts'

/** Why a platform takes no token, in the words of Unity's list where that has some. */
export class RefusedTokenError extends Error {
  override readonly name = 'RefusedTokenError'
}

/** A provider as a platform knows it; what is null is not checked. */
export interface Provider {
  readonly issuer: string | null
  readonly clientId: string | null
  readonly keysAt: string
}

export type TokenChecks = ReturnType<typeof createTokenChecks>

/** Keys are kept between tokens, and are read again for one by an unknown key. */
export function createTokenChecks(now: () => number) {
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

  function keysOf(address: string) {
    const options = { cooldownDuration: 0, cacheMaxAge: Number.POSITIVE_INFINITY }
    const known =
      keySets.get(address) ??
      createRemoteJWKSet(new URL(address), { ...options, [customFetch]: fetchByHost })
    keySets.set(address, known)
    return known
  }

  /** The claims of a token for this provider's client (OpenID Connect Core, 3.1.3.7). */
  async function check(token: string, provider: Provider): Promise<JWTPayload> {
    const { issuer, clientId, keysAt } = provider
    const currentDate = new Date(now())
    const { payload } = await jwtVerify(token, keysOf(keysAt), {
      // What any client takes, whatever the provider's document offers.
      algorithms: ['RS256'],
      ...(issuer !== null && { issuer }),
      ...(clientId !== null && { audience: clientId }),
      requiredClaims: ['sub', 'exp', 'iat'],
      currentDate,
    }).catch((error: unknown) => {
      throw new RefusedTokenError(reasonOf(error))
    })
    if ((payload.iat ?? 0) * 1000 > currentDate.getTime()) {
      throw new RefusedTokenError('token issued at claim is in the future')
    }
    return payload
  }

  return {
    check,
    /** The provider of a discovery document. */
    async discover(address: string): Promise<{ readonly issuer: string; readonly keysAt: string }> {
      const answer = await fetchByHost(address)
      const { issuer, jwks_uri: keysAt } = (await answer.json()) as Readonly<Record<string, string>>
      if (issuer === undefined || keysAt === undefined) {
        throw new RefusedTokenError('no discovery document')
      }
      return { issuer, keysAt }
    },
    forget: () => keySets.clear(),
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'token is expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim } = error
    return claim === 'nbf'
      ? 'not valid yet'
      : claim === 'aud'
        ? 'invalid audience'
        : `invalid ${claim}`
  }
  if (error instanceof errors.JWKSNoMatchingKey) return 'unknown key'
  return error instanceof errors.JOSEError ? error.code : String(error)
}
