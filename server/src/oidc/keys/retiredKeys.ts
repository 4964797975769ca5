import { compactVerify, decodeProtectedHeader, type JWK, type JWTPayload } from 'jose'

/*
 * An ID token comes back as a hint long after it has expired: a client shows it at the log-out, and
 * when it asks which player is there. The key that signed it may be gone by then. Of such a key the
 * public half is kept, for this and for nothing else.
 */

type Header = ReturnType<typeof decodeProtectedHeader>

interface Hint {
  readonly header: Header
  readonly payload: JWTPayload
}

interface Expected {
  readonly issuer: string
  readonly clientId: string
  readonly algorithm: string
  /** Finds the public half of a key that signs no more, by its id. */
  readonly find: (kid: string) => Promise<JWK | undefined>
}

/** A hint that a retired key has signed for this client; null for anything else. */
export async function readOldHint(
  token: string,
  { issuer, clientId, algorithm, find }: Expected,
): Promise<Hint | null> {
  const header = headerOf(token)
  if (typeof header?.kid !== 'string' || header.alg !== algorithm) return null
  const key = await find(header.kid)
  if (key?.alg !== algorithm) return null
  const verified = await compactVerify(token, key, { algorithms: [algorithm] }).catch(() => null)
  if (verified === null) return null
  const payload = JSON.parse(Buffer.from(verified.payload).toString()) as JWTPayload
  const isOurs = payload.iss === issuer && payload.aud === clientId
  return isOurs && typeof payload.sub === 'string' ? { header, payload } : null
}

function headerOf(token: string): Header | null {
  try {
    return decodeProtectedHeader(token)
  } catch {
    return null
  }
}
