import { createRemoteJWKSet, decodeJwt, type JWTVerifyGetKey } from 'jose'

/** The issuer whose tokens are accepted, and its keys. */
export interface Trust {
  /**
   * The issuer's address, such as `https://account.example/oidc`. A site of several portals passes
   * a function that tests a token's issuer.
   */
  readonly issuer: string | ((named: string) => boolean)
  /**
   * Finds an issuer's keys. By default they are fetched once, and again for a key that is not
   * known.
   */
  readonly keysOf?: (issuer: string) => Promise<JWTVerifyGetKey>
}

/** Asymmetric algorithms alone, those of the portal among them: a site knows no secret of them. */
export const algorithms: readonly string[] = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519']

const fetched = new Map<string, Promise<JWTVerifyGetKey>>()

/** The issuer of a token and its keys; throws for an untrusted issuer. */
export async function issuerOf(
  token: string,
  { issuer, keysOf = fetchKeys }: Trust,
): Promise<{ issuer: string; keys: JWTVerifyGetKey }> {
  const { iss: named = '' } = decodeJwt(token)
  const isOurs = typeof issuer === 'string' ? named === issuer : issuer(named)
  if (!isOurs) throw new Error('The token is of another issuer.')
  return { issuer: named, keys: await keysOf(named) }
}

function fetchKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const known = fetched.get(issuer) ?? discover(issuer)
  fetched.set(issuer, known)
  // A failed discovery is not kept, so the next token tries again.
  known.catch(() => fetched.delete(issuer))
  return known
}

async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(5000),
  })
  if (!answer.ok) throw new Error(`The discovery document answers ${answer.status}.`)
  const document = (await answer.json()) as { issuer?: string; jwks_uri?: string }
  if (document.issuer !== issuer) throw new Error('The discovery document is of another issuer.')
  return createRemoteJWKSet(new URL(document.jwks_uri ?? ''))
}
