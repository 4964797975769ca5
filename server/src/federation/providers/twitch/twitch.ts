import { buildAuthorizationUrl, ClientSecretPost, tokenRevocation } from 'openid-client'
import * as z from 'zod'
import type { Account } from '../../../database/federation/connections.ts'
import type { Deployment } from '../../../tenants/deployments.ts'
import { createOutbound, UnreachableError } from '../../../platform/http-client/outbound.ts'
import type { Settings } from '../../../platform/config/settings.ts'
import { accountId } from '../accountId.ts'
import { avatarOf } from '../avatarOf.ts'
import type { ConnectionProvider } from '../connectionProvider.ts'
import { exchangeCode, oauthClient, tokenOfOurs } from '../oauthClient.ts'
import { credentialsOf } from '../credentialsOf.ts'
import { plainName } from '../plainName.ts'
import { readAnswer } from '../../../platform/http-client/readAnswer.ts'
import { whatBecameOf } from '../whatBecameOf.ts'

const avatarHosts = ['static-cdn.jtvnw.net']

const users = z.object({
  data: z.array(
    z.object({ id: z.unknown(), display_name: z.unknown(), profile_image_url: z.unknown() }),
  ),
})

/**
 * Twitch: a code proves the account. The token that it is exchanged for is given back at once; names
 * are asked for later with a token of our own.
 */
export function createTwitch(
  settings: Pick<Settings, 'TWITCH_ID_BASE' | 'TWITCH_API_BASE'>,
): ConnectionProvider {
  const { TWITCH_ID_BASE: idBase, TWITCH_API_BASE: apiBase } = settings
  const fetchSignIn = withPlainScope(createOutbound('Twitch’s sign-in'))
  const fetchApi = createOutbound('Twitch’s API')
  const avatars = { hosts: avatarHosts, apiBase }
  const server = {
    issuer: `${idBase}/oauth2`,
    authorization_endpoint: `${idBase}/oauth2/authorize`,
    token_endpoint: `${idBase}/oauth2/token`,
    revocation_endpoint: `${idBase}/oauth2/revoke`,
  }

  function clientOf(deployment: Deployment) {
    const { clientId, clientSecret } = credentialsOf(deployment, 'twitch')
    const authentication = ClientSecretPost(clientSecret)
    return oauthClient({ server, clientId, authentication, fetch: fetchSignIn })
  }

  /** The accounts of some ids; of none, the one that the token is for. */
  async function accountsOf(
    deployment: Deployment,
    token: string,
    ids: readonly string[],
  ): Promise<readonly (Account | null)[]> {
    const query = new URLSearchParams(ids.map((id): [string, string] => ['id', id])).toString()
    const headers = {
      authorization: `Bearer ${token}`,
      'client-id': credentialsOf(deployment, 'twitch').clientId,
    }
    const response = await fetchApi(`${apiBase}/helix/users?${query}`, { headers })
    const { data } = await readAnswer(response, users)
    return data.map((user) => {
      const id = accountId.twitch.safeParse(user.id).data
      if (id === undefined) return null
      const name = plainName(user.display_name, id)
      return { accountId: id, name, avatar: avatarOf(user.profile_image_url, avatars) }
    })
  }

  return {
    authorizationUrl({ deployment, returnTo, state }) {
      const url = buildAuthorizationUrl(clientOf(deployment), {
        redirect_uri: returnTo,
        scope: '',
        state,
        // Else whoever is signed in to Twitch is linked without having seen which account it is.
        force_verify: 'true',
      })
      return Promise.resolve(url.href)
    },
    async complete(journey, { code = '' }) {
      const client = clientOf(journey.deployment)
      const { access_token: token } = await exchangeCode(client, journey, code)
      const accounts = await accountsOf(journey.deployment, token, [])
      // Worth a try and no more: the token is not kept, and ends by itself within hours.
      await tokenRevocation(client, token).catch(() => undefined)
      const [account] = accounts
      if (!account || accounts.length > 1)
        throw new UnreachableError('Twitch does not say who it is.')
      return account
    },
    canRefresh: ({ connections }) => connections.twitch !== undefined,
    async refresh(deployment, ids) {
      const token = await tokenOfOurs(clientOf(deployment))
      return whatBecameOf(ids, await accountsOf(deployment, token, ids))
    },
  }
}

/** Twitch lists scopes where the standard has a text with spaces, and the library reads the latter. */
function withPlainScope(fetchAnything: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await fetchAnything(input, init)
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => null)
    if (typeof body !== 'object' || body === null || !('scope' in body)) return response
    if (!Array.isArray(body.scope)) return response
    const { status, headers } = response
    return Response.json({ ...body, scope: body.scope.join(' ') }, { status, headers })
  }
}
