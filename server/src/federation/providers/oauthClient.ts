import {
  allowInsecureRequests,
  authorizationCodeGrant,
  type AuthorizationCodeGrantChecks,
  type ClientAuth,
  clientCredentialsGrant,
  Configuration,
  customFetch,
  ResponseBodyError,
  skipStateCheck,
  type ServerMetadata,
  type TokenEndpointResponse,
} from 'openid-client'
import { UnreachableError } from '../../platform/http-client/outbound.ts'
import type { AuthorizationRequest } from './connectionProvider.ts'
import { NotVerifiedError } from './notVerifiedError.ts'

/** Statuses that refuse a code: some services send no error body of RFC 6749. */
const refusing: ReadonlySet<number> = new Set([400, 401, 403])

export interface OauthMaterials {
  readonly server: ServerMetadata
  readonly clientId: string
  readonly authentication: ClientAuth
  readonly fetch: typeof fetch
}

/** A client of an OAuth server with known addresses; one without TLS is a stand-in. */
export function oauthClient(materials: OauthMaterials): Configuration {
  const { server, clientId, authentication, fetch } = materials
  const client = new Configuration(server, clientId, {}, authentication)
  client[customFetch] = (url, options) => fetch(url, options as RequestInit)
  if (server.issuer.startsWith('http:')) allowInsecureRequests(client)
  return client
}

/** The tokens of a code; throws NotVerifiedError when it is refused, and UnreachableError. */
export function exchangeCode(
  client: Configuration,
  { returnTo }: Pick<AuthorizationRequest, 'returnTo'>,
  code: string,
  parameters: Readonly<Record<string, string>> = {},
  verifier?: string,
): Promise<TokenEndpointResponse> {
  const query = new URLSearchParams({ code }).toString()
  const checks: AuthorizationCodeGrantChecks = {
    // The database has found the flow by its state or its browser, once.
    expectedState: skipStateCheck,
    ...(verifier === undefined ? {} : { pkceCodeVerifier: verifier }),
  }
  const url = new URL(`${returnTo}?${query}`)
  return unwrapErrors(authorizationCodeGrant(client, url, checks, { ...parameters }))
}

/** Requests a token for the deployment itself, for no account; throws UnreachableError. */
export async function requestOwnToken(client: Configuration): Promise<string> {
  try {
    return (await unwrapErrors(clientCredentialsGrant(client))).access_token
  } catch (error) {
    if (!(error instanceof NotVerifiedError)) throw error
    throw new UnreachableError(`We were refused: ${error.message}.`, { cause: error })
  }
}

/** The library wraps every error, so the cause decides which of our errors it becomes. */
async function unwrapErrors<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ResponseBodyError)
      throw new NotVerifiedError(error.error, { cause: error })
    const { cause } = error as Error
    if (cause instanceof UnreachableError) throw cause
    if (cause instanceof Response && refusing.has(cause.status)) {
      throw new NotVerifiedError(`status ${cause.status}`, { cause: error })
    }
    throw new UnreachableError((error as Error).message, { cause: error })
  }
}
