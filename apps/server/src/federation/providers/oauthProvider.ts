import type { IdentityProviderName, IdentityProviders } from '@gatehouse/contract/identityProviders'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  clientCredentialsGrant,
  Configuration,
  customFetch,
  ResponseBodyError,
  type ServerMetadata,
  skipStateCheck,
  type TokenEndpointResponse,
} from 'openid-client'
import type { Account } from '../../database/federation/connectionStatements.ts'
import { UnreachableError } from '../../platform/http-client/outbound.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { matchAccounts } from './accounts.ts'
import { type ConnectionProvider, credentialsOf, NotVerifiedError } from './connectionProvider.ts'

/** The services that identify a deployment by a client id and a secret, as OAuth does. */
type OAuthProviderName = {
  [N in IdentityProviderName]: IdentityProviders[N]['credentials'] extends {
    readonly clientId: 'required'
  }
    ? N
    : never
}[IdentityProviderName]

/** The properties of one service beyond OAuth. */
interface OAuthService {
  readonly name: OAuthProviderName
  readonly server: ServerMetadata
  /** Authenticates a deployment with its secret. */
  readonly authentication: (clientSecret: string) => ClientAuth
  readonly fetch: typeof fetch
  /** Parameters of the authorization request besides client, callback and state. */
  readonly parameters: Readonly<Record<string, string>>
  /** The verifier of PKCE for a state; absent: the service knows no PKCE. */
  readonly verifierOf?: (state: string) => string
  /** Parameters of the exchange besides the code. */
  readonly exchangeParameters?: (deployment: Deployment) => Record<string, string>
  readonly accountOf: (
    tokens: TokenEndpointResponse,
    deployment: Deployment,
    client: Configuration,
  ) => Promise<Account>
  /** The accounts of some ids, read with our own token; null for an unreadable one. */
  readonly accountsOf?: (
    token: string,
    ids: readonly string[],
    deployment: Deployment,
  ) => Promise<readonly (Account | null)[]>
}

/** A service that verifies the account by a code. Its tokens are not kept. */
export function oauthProvider(service: OAuthService): ConnectionProvider {
  const { name, server, verifierOf, accountsOf } = service

  /** A server without TLS is a stand-in. */
  function clientOf(deployment: Deployment): Configuration {
    const { clientId, clientSecret } = credentialsOf(deployment, name)
    const authentication = service.authentication(clientSecret)
    const client = new Configuration(server, clientId, {}, authentication)
    client[customFetch] = (url, options) => service.fetch(url, options as RequestInit)
    if (server.issuer.startsWith('http:')) allowInsecureRequests(client)
    return client
  }

  async function challengeOf(state: string): Promise<Readonly<Record<string, string>>> {
    if (!verifierOf) return {}
    const challenge = await calculatePKCECodeChallenge(verifierOf(state))
    return { code_challenge: challenge, code_challenge_method: 'S256' }
  }

  return {
    async authorizationUrl({ deployment, returnTo, state }) {
      const url = buildAuthorizationUrl(clientOf(deployment), {
        redirect_uri: returnTo,
        ...service.parameters,
        state,
        ...(await challengeOf(state)),
      })
      return url.href
    },
    async complete({ deployment, state, returnTo }, { code = '' }) {
      if (code === '') throw new NotVerifiedError('an answer without a code')
      const client = clientOf(deployment)
      const url = new URL(`${returnTo}?${new URLSearchParams({ code }).toString()}`)
      const checks = {
        // The database has found the flow by its state or its browser, once.
        expectedState: skipStateCheck,
        ...(verifierOf && { pkceCodeVerifier: verifierOf(state) }),
      } as const
      const parameters = service.exchangeParameters?.(deployment) ?? {}
      const tokens = await unwrapErrors(authorizationCodeGrant(client, url, checks, parameters))
      return service.accountOf(tokens, deployment, client)
    },
    ...(accountsOf && {
      async refresh(deployment, ids) {
        const token = await ownToken(clientOf(deployment))
        return matchAccounts(ids, await accountsOf(token, ids, deployment))
      },
    }),
  }
}

/** A token for the deployment itself, for no account; throws UnreachableError. */
async function ownToken(client: Configuration): Promise<string> {
  try {
    return (await unwrapErrors(clientCredentialsGrant(client))).access_token
  } catch (error) {
    if (!(error instanceof NotVerifiedError)) throw error
    throw new UnreachableError(`The service refused us: ${error.message}.`, { cause: error })
  }
}

/** Statuses that refuse a code: some services send no error body of RFC 6749. */
const refusing: ReadonlySet<number> = new Set([400, 401, 403])

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
