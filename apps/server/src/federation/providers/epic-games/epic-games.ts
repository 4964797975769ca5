import { ClientSecretBasic, tokenRevocation } from 'openid-client'
import * as z from 'zod'
import type { Account } from '../../../database/federation/connectionStatements.ts'
import { createOutbound, UnreachableError } from '../../../platform/http-client/outbound.ts'
import { readAnswer } from '../../../platform/http-client/readAnswer.ts'
import { accountIdOf, readAccount } from '../accounts.ts'
import { type CreateProvider, credentialsOf } from '../connectionProvider.ts'
import { oauthProvider } from '../oauthProvider.ts'

/** Epic answers for at most so many accounts at once. */
const idsAtOnce = 50

const accountId = accountIdOf('epic-games')
const profiles = z.array(z.object({ accountId: z.unknown(), displayName: z.unknown() }))

/** A player with two accounts chooses one at Epic's sign-in. */
const owner = z
  .object({ account_id: accountId, selected_account_id: accountId })
  .partial({ selected_account_id: true })

/** Epic Games has no avatars. */
export const createProvider: CreateProvider = ({ settings }) => {
  const { EPIC_AUTH_BASE: authBase, EPIC_API_BASE: apiBase } = settings
  const fetchApi = createOutbound('Epic Games')

  async function accountsOf(token: string, ids: readonly string[]) {
    const list: (Account | null)[] = []
    for (let first = 0; first < ids.length; first += idsAtOnce) {
      const query = new URLSearchParams()
      for (const id of ids.slice(first, first + idsAtOnce)) query.append('accountId', id)
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetchApi(`${apiBase}/epic/id/v2/accounts?${query.toString()}`, {
        headers,
      })
      for (const { accountId, displayName } of await readAnswer(response, profiles)) {
        list.push(readAccount('epic-games', accountId, displayName))
      }
    }
    return list
  }

  return oauthProvider({
    name: 'epic-games',
    server: {
      issuer: `${apiBase}/epic/oauth/v2`,
      authorization_endpoint: `${authBase}/id/authorize`,
      token_endpoint: `${apiBase}/epic/oauth/v2/token`,
      revocation_endpoint: `${apiBase}/epic/oauth/v2/revoke`,
    },
    authentication: ClientSecretBasic,
    fetch: fetchApi,
    parameters: { scope: 'basic_profile' },
    exchangeParameters(deployment) {
      const { deploymentId } = credentialsOf(deployment, 'epic-games')
      return deploymentId === '' ? {} : { deployment_id: deploymentId }
    },
    async accountOf(tokens, _, client) {
      const proven = owner.safeParse(tokens)
      if (!proven.success) throw new UnreachableError('Epic Games names no account.')
      const id = proven.data.selected_account_id ?? proven.data.account_id
      const [account] = await accountsOf(tokens.access_token, [id])
      // A failed revocation is harmless: the token is not kept, and expires within hours.
      await tokenRevocation(client, tokens.access_token).catch(() => undefined)
      if (account?.accountId !== id)
        throw new UnreachableError('Epic Games answers about another account.')
      return account
    },
    accountsOf,
  })
}
