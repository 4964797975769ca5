import { randomBytes } from 'node:crypto'

const codeLivesMs = 5 * 60 * 1000

/** The access that an account, or the client for itself, has granted. */
export interface Grant {
  /** Null for the client's own tokens. */
  readonly accountId: string | null
  readonly scope: readonly string[]
}

/** A grant with the values that must return with its code. */
export interface CodeGrant extends Grant {
  readonly accountId: string
  readonly redirectUri: string
  readonly nonce: string
  /** The S256 challenge of PKCE; empty when the client uses none. */
  readonly codeChallenge: string
}

export interface Grants {
  /** Makes a code for five minutes and one use. */
  readonly issueCode: (grant: CodeGrant) => string
  /**
   * Returns the grant of a code once. Null for an unknown, used, expired or otherwise addressed
   * code.
   */
  readonly redeem: (code: string, redirectUri: string) => CodeGrant | null
  /** Keeps an access token for this time, and returns a new refresh token. */
  readonly remember: (grant: Grant, accessToken: string, seconds: number) => string
  /** Null for an unknown, revoked or expired access token. */
  readonly ofAccessToken: (token: string) => (Grant & { readonly secondsLeft: number }) | null
  readonly ofRefreshToken: (token: string) => Grant | null
  /** Revokes an access or refresh token; false for an unknown one. */
  readonly revoke: (token: string) => boolean
}

/** Codes and tokens of one provider, which has one client. */
export function createGrants(now: () => number): Grants {
  const codes = new Map<string, CodeGrant & { readonly until: number }>()
  const access = new Map<string, Grant & { readonly until: number }>()
  const refresh = new Map<string, Grant>()
  return {
    issueCode(grant) {
      const code = newToken()
      codes.set(code, { ...grant, until: now() + codeLivesMs })
      return code
    },
    redeem(code, redirectUri) {
      const grant = codes.get(code)
      codes.delete(code)
      const isGood = grant !== undefined && grant.until > now() && grant.redirectUri === redirectUri
      return isGood ? grant : null
    },
    remember(grant, accessToken, seconds) {
      access.set(accessToken, { ...grant, until: now() + seconds * 1000 })
      const refreshToken = newToken()
      refresh.set(refreshToken, grant)
      return refreshToken
    },
    ofAccessToken(token) {
      const grant = access.get(token)
      if (grant === undefined || grant.until <= now()) return null
      return { ...grant, secondsLeft: Math.ceil((grant.until - now()) / 1000) }
    },
    ofRefreshToken: (token) => refresh.get(token) ?? null,
    revoke(token) {
      const wasAccess = access.delete(token)
      return refresh.delete(token) || wasAccess
    },
  }
}

/** A token that cannot be guessed. */
export function newToken(): string {
  return randomBytes(24).toString('base64url')
}
