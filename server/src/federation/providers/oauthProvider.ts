import type { IdentityProviders, IdentityProviderName } from '@gatehouse/contract/identityProviders'
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  type Configuration,
  type ServerMetadata,
  type TokenEndpointResponse,
} from 'openid-client'
import type { Account } from '../../database/federation/connections.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { ConnectionProvider } from './connectionProvider.ts'
import { credentialsOf } from './credentialsOf.ts'
import { exchangeCode, oauthClient, requestOwnToken } from './oauthClient.ts'
import { matchAccounts } from './matchAccounts.ts'

/** The services that identify a deployment by a client id and a secret, as OAuth does. */
export type OAuthProviderName = {
  [N in IdentityProviderName]: IdentityProviders[N]['credentials'] extends {
    readonly clientId: 'required'
  }
    ? N
    : never
}[IdentityProviderName]

/** The properties of one service beyond OAuth. */
export interface OAuthService {
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
  readonly exchangeParameters?: (deployment: Deployment) => Readonly<Record<string, string>>
  /** The account of some tokens. */
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
  const { name, server, fetch, verifierOf, accountsOf } = service

  function clientOf(deployment: Deployment): Configuration {
    const { clientId, clientSecret } = credentialsOf(deployment, name)
    const authentication = service.authentication(clientSecret)
    return oauthClient({ server, clientId, authentication, fetch })
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
    async complete(request, { code = '' }) {
      const { deployment, state } = request
      const client = clientOf(deployment)
      const parameters = service.exchangeParameters?.(deployment) ?? {}
      const tokens = await exchangeCode(client, request, code, parameters, verifierOf?.(state))
      return service.accountOf(tokens, deployment, client)
    },
    ...(accountsOf && {
      async refresh(deployment, ids) {
        const token = await requestOwnToken(clientOf(deployment))
        return matchAccounts(ids, await accountsOf(token, ids, deployment))
      },
    }),
  }
}
