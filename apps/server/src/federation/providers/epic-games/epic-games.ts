import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import { ClientSecretBasic, tokenRevocation } from 'openid-client'
import * as z from 'zod'
import type { Account } from '../../../database/federation/connectionStatements.ts'
import type { Deployment } from '../../../deployments/deployments.ts'
import { createOutbound, UnreachableError } from '../../../platform/http-client/outbound.ts'
import { readAnswer } from '../../../platform/http-client/readAnswer.ts'
import { accountIdOf, readAccount } from '../accounts.ts'
import { type CreateProvider, credentialsOf, NotVerifiedError } from '../connectionProvider.ts'
import { oauthProvider } from '../oauthProvider.ts'

/** Epic answers for at most so many accounts at once. */
const idsAtOnce = 50

const accountId = accountIdOf('epic-games')
/** Every other defect is one of Epic's keys. */
const ofToken = /^ERR_(?:JWT_|JWS_|JOSE_ALG|JOSE_NOT|JWKS_NO_MATCHING)/
/** Seconds that Epic's clock and ours may differ. */
const skew = 30
const profiles = z.array(z.object({ accountId: z.unknown(), displayName: z.unknown() }))

/** A player with two accounts chooses one at Epic's sign-in. */
const owner = z
  .object({ account_id: accountId, selected_account_id: accountId })
  .partial({ selected_account_id: true })

/** Epic Games has no avatars. */
export const createProvider: CreateProvider = ({ settings, clock }) => {
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

  const keys = createRemoteJWKSet(new URL(`${apiBase}/epic/oauth/v2/.well-known/jwks.json`), {
    [customFetch]: (url, init) => fetchApi(url, init),
  })

  /** An ID token of Epic Account Services, which is for the game's client. */
  async function verifyIdToken(deployment: Deployment, token: string, gameId?: string) {
    const { clientId, gameClientId } = credentialsOf(deployment, 'epic-games')
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      audience: gameId ?? (gameClientId || clientId),
      requiredClaims: ['sub', 'exp', 'iat'],
      currentDate: clock.now(),
      clockTolerance: skew,
    }).catch((error: unknown) => {
      if (error instanceof errors.JOSEError && ofToken.test(error.code)) {
        throw new NotVerifiedError(`an ID token with ${error.code}`)
      }
      if (error instanceof UnreachableError) throw error
      throw new UnreachableError('The keys of Epic Games cannot be read.', { cause: error })
    })
    // Tokens of its Connect interface name players of a product, with ids of the same form.
    if (!payload.iss?.startsWith(`${apiBase}/epic/oauth/`)) throw new NotVerifiedError('the issuer')
    const id = accountId.safeParse(payload.sub)
    if (!id.success) throw new NotVerifiedError('the subject')
    const knownUntil = new Date(((payload.exp ?? 0) + skew) * 1000)
    // Two texts may stand for one signature, and its owner could write the other one.
    const [head = '', body = ''] = token.split('.')
    return { accountId: id.data, tokenId: `${head}.${body}`, knownUntil }
  }

  const provider = oauthProvider({
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
  return { ...provider, verifyToken: verifyIdToken }
}
