import { compactVerify, decodeProtectedHeader, type JWTPayload } from 'jose'
import type { Client, Provider } from 'oidc-provider'
import { findRetiredKey } from '../../database/oidc/signingKeyStatements.ts'
import type { Database } from '../../database/pool/openDatabase.ts'

/**
 * Takes hints that a retired key has signed. A client shows an ID token long after it has expired: at the
 * log-out, and when it asks which player is there. The key that signed it may be gone by then; its public
 * half is kept for this and for nothing else.
 */
export function acceptRetiredKeys(
  { IdToken, issuer }: Provider,
  { kysely }: Database,
  deployment: string,
): void {
  /** A hint that a retired key has signed for this client; null for anything else. */
  async function readHint(token: string, client: Client) {
    const { clientId, idTokenSignedResponseAlg: algorithm = 'RS256' } = client
    const header = headerOf(token)
    if (typeof header?.kid !== 'string' || header.alg !== algorithm) return null
    const key = await findRetiredKey(kysely, deployment, header.kid)
    if (key?.['alg'] !== algorithm) return null
    const verified = await compactVerify(token, key, { algorithms: [algorithm] }).catch(() => null)
    if (verified === null) return null
    const payload = JSON.parse(Buffer.from(verified.payload).toString()) as JWTPayload
    const isOurs = payload.iss === issuer && payload.aud === clientId
    if (!isOurs || typeof payload.sub !== 'string') return null
    return { header: { ...header }, payload: { ...payload } }
  }
  const validate = IdToken.validate.bind(IdToken)
  IdToken.validate = async (token, client) => {
    try {
      return await validate(token, client)
    } catch (error) {
      const hint = await readHint(token, client)
      if (hint === null) throw error
      return hint
    }
  }
}

function headerOf(token: string) {
  try {
    return decodeProtectedHeader(token)
  } catch {
    return null
  }
}
