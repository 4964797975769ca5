import { buildAuthorizationUrl, ClientSecretBasic } from 'openid-client'
import * as z from 'zod'
import type { Account } from '../../../database/federation/connections.ts'
import type { Deployment } from '../../../tenants/deployments.ts'
import { createOutbound, UnreachableError } from '../../../platform/http-client/outbound.ts'
import type { Settings } from '../../../platform/config/settings.ts'
import { accountId } from '../accountId.ts'
import type { ConnectionProvider } from '../connectionProvider.ts'
import { exchangeCode, oauthClient, tokenOfOurs } from '../oauthClient.ts'
import { credentialsOf } from '../credentialsOf.ts'
import { plainName } from '../plainName.ts'
import { readAnswer } from '../../../platform/http-client/readAnswer.ts'
import { whatBecameOf } from '../whatBecameOf.ts'

/** Epic answers for no more at once. */
const idsAtOnce = 50

const profiles = z.array(z.object({ accountId: z.unknown(), displayName: z.unknown() }))

/** Who has two accounts chooses one at Epic's sign-in. */
const owner = z
  .object({ account_id: accountId['epic-games'], selected_account_id: accountId['epic-games'] })
  .partial({ selected_account_id: true })

/** Epic Games: a code proves the account. It has no avatars. */
export function createEpicGames(
  settings: Pick<Settings, 'EPIC_AUTH_BASE' | 'EPIC_API_BASE'>,
): ConnectionProvider {
  const { EPIC_AUTH_BASE: authBase, EPIC_API_BASE: apiBase } = settings
  const fetchApi = createOutbound('Epic Games')
  const server = {
    issuer: `${apiBase}/epic/oauth/v2`,
    authorization_endpoint: `${authBase}/id/authorize`,
    token_endpoint: `${apiBase}/epic/oauth/v2/token`,
  }

  function clientOf(deployment: Deployment) {
    const { clientId, clientSecret } = credentialsOf(deployment, 'epicGames')
    const authentication = ClientSecretBasic(clientSecret)
    return oauthClient({ server, clientId, authentication, fetch: fetchApi })
  }

  async function accountsOf(
    token: string,
    ids: readonly string[],
  ): Promise<readonly (Account | null)[]> {
    const query = new URLSearchParams(
      ids.map((id): [string, string] => ['accountId', id]),
    ).toString()
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetchApi(`${apiBase}/epic/id/v2/accounts?${query}`, { headers })
    const list = await readAnswer(response, profiles)
    return list.map((profile) => {
      const id = accountId['epic-games'].safeParse(profile.accountId).data
      if (id === undefined) return null
      return { accountId: id, name: plainName(profile.displayName, id), avatar: '' }
    })
  }

  return {
    authorizationUrl({ deployment, returnTo, state }) {
      const url = buildAuthorizationUrl(clientOf(deployment), {
        redirect_uri: returnTo,
        scope: 'basic_profile',
        state,
      })
      return Promise.resolve(url.href)
    },
    async complete(journey, { code = '' }) {
      const { deploymentId } = credentialsOf(journey.deployment, 'epicGames')
      const parameters: Record<string, string> =
        deploymentId === '' ? {} : { deployment_id: deploymentId }
      const tokens = await exchangeCode(clientOf(journey.deployment), journey, code, parameters)
      const proven = owner.safeParse(tokens)
      if (!proven.success) throw new UnreachableError('Epic Games does not say who it is.')
      const id = proven.data.selected_account_id ?? proven.data.account_id
      const [account] = await accountsOf(tokens.access_token, [id])
      if (account?.accountId !== id)
        throw new UnreachableError('Epic Games tells about another account.')
      return account
    },
    canRefresh: ({ connections }) => connections.epicGames !== undefined,
    async refresh(deployment, ids) {
      const token = await tokenOfOurs(clientOf(deployment))
      const list: (Account | null)[] = []
      for (let first = 0; first < ids.length; first += idsAtOnce) {
        list.push(...(await accountsOf(token, ids.slice(first, first + idsAtOnce))))
      }
      return whatBecameOf(ids, list)
    },
  }
}
