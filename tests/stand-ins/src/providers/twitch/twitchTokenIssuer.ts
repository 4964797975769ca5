import type { FastifyRequest } from 'fastify'
import { type Brand, avatarUrl, originOf } from '../accountPicker.ts'
import type { Accounts } from '../accounts.ts'
import { type CodeGrant, type Grant, type Grants, newToken } from '../oauth/grants.ts'
import type { Client } from '../oauth/oauthRequest.ts'
import { oauthSwitches } from '../oauth/oauthStandIn.ts'
import { createSigner, keys } from '../oauth/signer.ts'
import { profileAs } from '../wrongAnswers.ts'
import type { TwitchAccount } from './twitchAccounts.ts'

/** The credentials that the deployments of this machine share with the stand-in. */
export const twitchClient: Client = { id: 'sample-twitch', secret: 'sample-twitch-secret' }

export const twitchSwitches = { ...oauthSwitches }

export type TwitchSwitches = typeof twitchSwitches

const usualSeconds = 14_124

export interface TwitchParts {
  readonly accounts: Accounts<TwitchAccount, TwitchSwitches>
  readonly grants: Grants
  readonly brand: Brand
  readonly now: () => number
}

export type TwitchTokenIssuer = ReturnType<typeof createTwitchTokenIssuer>

/** Makes the tokens of a grant, and the claims about its account. */
export function createTwitchTokenIssuer({ accounts, grants, brand, now }: TwitchParts) {
  const signer = createSigner(keys.usual, '1')
  const accountOf = (grant: Grant | null) => accounts.byId(grant?.accountId ?? '')

  function tokensFor(grant: Grant) {
    const seconds = accounts.switchesOf(accountOf(grant)).expiresIn || usualSeconds
    const accessToken = newToken()
    return {
      access_token: accessToken,
      expires_in: seconds,
      refresh_token: grants.remember(grant, accessToken, seconds),
      scope: grant.scope,
      token_type: 'bearer',
    }
  }

  async function idToken(request: FastifyRequest, grant: CodeGrant): Promise<string> {
    const account = accountOf(grant)
    return signer.sign({
      ...(account === null ? {} : profileClaims(request, account)),
      ...timedClaims(request, 15 * 60),
      azp: twitchClient.id,
      ...(grant.nonce === '' ? {} : { nonce: grant.nonce }),
    })
  }

  function userInfo(request: FastifyRequest, account: TwitchAccount, seconds: number) {
    return { ...profileClaims(request, account), ...timedClaims(request, seconds) }
  }

  function profileClaims(request: FastifyRequest, { id, name }: TwitchAccount) {
    const truth = { id, name, avatar: avatarUrl(request, brand, id) }
    const sent = profileAs(accounts.switchesOf(accounts.byId(id)).hostile, truth)
    return { sub: id, preferred_username: sent.name, picture: sent.avatar }
  }

  function timedClaims(request: FastifyRequest, seconds: number) {
    const iat = Math.floor(now() / 1000)
    return { iss: issuerOf(request), aud: twitchClient.id, iat, exp: iat + seconds }
  }

  return { accountOf, tokensFor, idToken, userInfo, keys: () => signer.keys() }
}

export function issuerOf(request: FastifyRequest): string {
  return `${originOf(request)}/twitch/oauth2`
}
