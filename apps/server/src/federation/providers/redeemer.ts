import { identityProviderOf } from '@gatehouse/contract/identityProviderRow'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import * as z from 'zod'
import type { Account } from '../../database/federation/connectionStatements.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { createOutbound } from '../../platform/http-client/outbound.ts'
import { accountIdOf, plainName } from './accounts.ts'
import { type AuthorizationRequest, credentialsOf } from './connectionProvider.ts'
import { readAnswer } from '../../platform/http-client/readAnswer.ts'

export interface Redeemed {
  readonly userRef: string
  readonly account: Account
}

/**
 * The game publisher's service, which signs players in to some services in our place. Each address has
 * its own breaker: the redeemers of deployments fail independently.
 */
export function createRedeemer() {
  const outbounds = new Map<string, typeof fetch>()

  function fetchOf(url: string): typeof fetch {
    const outbound = outbounds.get(url) ?? createOutbound('The redeemer')
    outbounds.set(url, outbound)
    return outbound
  }

  return {
    authorizationUrl(
      { deployment, returnTo, state }: AuthorizationRequest,
      service: IdentityProviderName,
    ): string {
      const { url, clientId } = credentialsOf(deployment, 'redeemer')
      const query = new URLSearchParams({
        client_id: clientId,
        return_url: returnTo,
        user_ref: state,
      })
      const segment = identityProviderOf(service).redeemer?.segment ?? service
      return `${url}/v1/${segment}/authorize?${query.toString()}`
    },
    /**
     * Exchanges a state that the redeemer gave to the browser; once. Answers the state that we gave to
     * the redeemer, and the account. `unknown` for a state that the redeemer does not have, `taken` for
     * an account of another player there. Throws UnreachableError.
     */
    async redeem(
      deployment: Deployment,
      service: IdentityProviderName,
      state: string,
    ): Promise<Redeemed | 'unknown' | 'taken'> {
      const { url, clientId, clientSecret } = credentialsOf(deployment, 'redeemer')
      const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
      const response = await fetchOf(url)(`${url}/v1/exchange`, {
        method: 'POST',
        headers: { authorization: `Basic ${basic}`, 'content-type': 'application/json' },
        body: JSON.stringify({ state }),
      })
      if (response.status === 404 || response.status === 410) return 'unknown'
      if (response.status === 409) return 'taken'
      const answer = await readAnswer(response, answerOf(service))
      const name = plainName(answer.displayName, answer.accountId)
      const account = { accountId: answer.accountId, name, avatar: '' }
      return { userRef: answer.user_ref, account }
    },
  }
}

function answerOf(service: IdentityProviderName) {
  return z.object({
    provider: z.literal(service),
    accountId: accountIdOf(service),
    displayName: z.unknown(),
    user_ref: z.string(),
  })
}
