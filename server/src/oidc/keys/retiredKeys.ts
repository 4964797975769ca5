import { compactVerify, decodeProtectedHeader, type JWK } from 'jose'
import type { Client, Provider } from 'oidc-provider'

/*
 * An ID token comes back as a hint long after it has expired: a client shows it at the log-out, and
 * when it asks who is there. The key that signed it may be gone by then. Of such a key the public half
 * is kept, for this and for nothing else.
 */

/** The public half of a key that signs no more, by its id. */
export type FindRetired = (kid: string) => Promise<JWK | undefined>

type Hint = Awaited<ReturnType<Provider['IdToken']['validate']>>

/** Lets the provider take hints whose key is gone. Nothing else is checked by these keys. */
export function takeOlderHints(provider: Provider, find: FindRetired): void {
  const { IdToken } = provider
  const validate = IdToken.validate.bind(IdToken)
  IdToken.validate = async (token, client) => {
    try {
      return await validate(token, client)
    } catch (error) {
      const hint = await olderHint(provider, find, token, client)
      if (hint === null) throw error
      return hint
    }
  }
}

/** A hint of this provider for this client; null for anything else. */
async function olderHint(
  { issuer }: Provider,
  find: FindRetired,
  token: string,
  { clientId, idTokenSignedResponseAlg }: Client,
): Promise<Hint | null> {
  const header = headerOf(token)
  const algorithm = idTokenSignedResponseAlg ?? 'RS256'
  if (typeof header?.kid !== 'string' || header.alg !== algorithm) return null
  const key = await find(header.kid)
  if (key?.alg !== algorithm) return null
  const verified = await compactVerify(token, key, { algorithms: [algorithm] }).catch(() => null)
  if (verified === null) return null
  const payload = JSON.parse(Buffer.from(verified.payload).toString()) as Hint['payload']
  const isOurs = payload['iss'] === issuer && payload['aud'] === clientId
  return isOurs && typeof payload['sub'] === 'string' ? { header: { ...header }, payload } : null
}

function headerOf(token: string): ReturnType<typeof decodeProtectedHeader> | null {
  try {
    return decodeProtectedHeader(token)
  } catch {
    return null
  }
}
