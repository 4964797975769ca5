import { ClientSecretPost, tokenRevocation } from 'openid-client'
import * as z from 'zod'
import { createOutbound, UnreachableError } from '../../../platform/http-client/outbound.ts'
import { readAnswer } from '../../../platform/http-client/readAnswer.ts'
import type { Deployment } from '../../../deployments/deployments.ts'
import { readAccount, avatarOf } from '../accounts.ts'
import { type CreateProvider, credentialsOf } from '../connectionProvider.ts'
import { oauthProvider } from '../oauthProvider.ts'

const avatarHosts = ['static-cdn.jtvnw.net']

const users = z.object({
  data: z.array(
    z.object({ id: z.unknown(), display_name: z.unknown(), profile_image_url: z.unknown() }),
  ),
})

export const createProvider: CreateProvider = ({ settings }) => {
  const { TWITCH_ID_BASE: idBase, TWITCH_API_BASE: apiBase } = settings
  const fetchApi = createOutbound('Twitch’s API')
  const avatars = { hosts: avatarHosts, apiBase }

  /** The accounts of some ids; without ids, the account of the token. */
  async function accountsOf(token: string, ids: readonly string[], deployment: Deployment) {
    const query = new URLSearchParams(ids.map((id): [string, string] => ['id', id])).toString()
    const headers = {
      authorization: `Bearer ${token}`,
      'client-id': credentialsOf(deployment, 'twitch').clientId,
    }
    const response = await fetchApi(`${apiBase}/helix/users?${query}`, { headers })
    const { data } = await readAnswer(response, users)
    return data.map(({ id, display_name, profile_image_url }) =>
      readAccount('twitch', id, display_name, avatarOf(profile_image_url, avatars)),
    )
  }

  return oauthProvider({
    name: 'twitch',
    server: {
      issuer: `${idBase}/oauth2`,
      authorization_endpoint: `${idBase}/oauth2/authorize`,
      token_endpoint: `${idBase}/oauth2/token`,
      revocation_endpoint: `${idBase}/oauth2/revoke`,
    },
    authentication: ClientSecretPost,
    fetch: withPlainScope(createOutbound('Twitch’s sign-in')),
    // Players who are signed in to Twitch would otherwise be linked without seeing their account.
    parameters: { scope: '', force_verify: 'true' },
    async accountOf({ access_token: token }, deployment, client) {
      const accounts = await accountsOf(token, [], deployment)
      // A failed revocation is harmless: the token is not kept, and expires within hours.
      await tokenRevocation(client, token).catch(() => undefined)
      const [account] = accounts
      if (!account || accounts.length > 1) throw new UnreachableError('Twitch names no account.')
      return account
    },
    accountsOf,
  })
}

/**
 * The library reads scopes as a text with spaces, as the standard has them; Twitch sends a list.
 */
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
