import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Brand, avatarUrl, originOf } from '../accountPicker.ts'
import type { Accounts } from '../accounts.ts'
import { toldAs, wentWrong } from '../faults.ts'
import { type CodeGrant, type Grant, type Grants, newToken } from '../oauth/grants.ts'
import { oauthSwitches } from '../oauth/oauthStandIn.ts'
import { type Client, fieldsOf, isEqual, tokenOf } from '../oauth/oauthRequest.ts'
import { createSigner } from '../oauth/signer.ts'
import type { TwitchAccount } from './twitchAccounts.ts'

/** The credentials that the deployments of this machine share with the stand-in. */
export const twitchClient: Client = { id: 'sample-twitch', secret: 'sample-twitch-secret' }

export const twitchSwitches = { ...oauthSwitches }

export type TwitchSwitches = typeof twitchSwitches

const usualSeconds = 14_124

interface Parts {
  readonly accounts: Accounts<TwitchAccount, TwitchSwitches>
  readonly grants: Grants
  readonly brand: Brand
  readonly now: () => number
}

/** Tokens in Twitch's dialect: the scope is a list, and errors are not those of RFC 6749. */
export function mountTwitchTokens(app: FastifyInstance, parts: Parts): void {
  const { accounts, grants, brand, now } = parts
  const signer = createSigner()
  const accountOf = (grant: Grant | null) => accounts.byId(grant?.accountId ?? '')

  app.post('/twitch/oauth2/token', async (request, reply) => {
    const form = fieldsOf(request.body)
    if (form['client_id'] === undefined) return refused(reply, 400, 'missing client id')
    if (form['client_id'] !== twitchClient.id) return refused(reply, 400, 'invalid client')
    if (!isEqual(form['client_secret'] ?? '', twitchClient.secret)) {
      return refused(reply, 403, 'invalid client secret')
    }
    switch (form['grant_type'] ?? '') {
      case 'authorization_code': {
        const grant = grants.redeem(form['code'] ?? '', form['redirect_uri'] ?? '')
        const account = accountOf(grant)
        const switches = accounts.switchesOf(account)
        if (await wentWrong(request, reply, switches, account)) return reply
        if (grant === null || switches.badCode) {
          return refused(reply, 400, 'Invalid authorization code')
        }
        return reply.send({
          ...tokensFor(grant),
          ...(grant.scope.includes('openid') ? { id_token: await idToken(request, grant) } : {}),
        })
      }
      case 'refresh_token': {
        const grant = grants.ofRefreshToken(form['refresh_token'] ?? '')
        const account = accountOf(grant)
        const switches = accounts.switchesOf(account)
        if (await wentWrong(request, reply, switches, account)) return reply
        if (grant === null || switches.refreshRevoked) {
          return reply
            .code(400)
            .send({ error: 'Bad Request', status: 400, message: 'Invalid refresh token' })
        }
        return reply.send(tokensFor(grant))
      }
      case 'client_credentials': {
        if (await wentWrong(request, reply, accounts.switchesOf(null))) return reply
        const { access_token: token, expires_in: seconds } = tokensFor({
          accountId: null,
          scope: [],
        })
        return reply.send({ access_token: token, expires_in: seconds, token_type: 'bearer' })
      }
      default:
        return refused(reply, 400, 'invalid grant type')
    }
  })

  app.get('/twitch/oauth2/validate', async (request, reply) => {
    const grant = grants.ofAccessToken(tokenOf(request))
    const account = accountOf(grant)
    const switches = accounts.switchesOf(account)
    if (await wentWrong(request, reply, switches, account)) return reply
    if (grant === null || switches.tokenRevoked) return refused(reply, 401, 'invalid access token')
    return reply.send({
      client_id: twitchClient.id,
      ...(account === null ? {} : { login: account.login, user_id: account.id }),
      scopes: grant.scope,
      expires_in: grant.secondsLeft,
    })
  })

  app.post('/twitch/oauth2/revoke', async (request, reply) => {
    const { client_id: clientId, token = '' } = fieldsOf(request.body)
    const account = accountOf(grants.ofAccessToken(token))
    const switches = accounts.switchesOf(account)
    if (await wentWrong(request, reply, switches, account)) return reply
    if (clientId !== twitchClient.id) return refused(reply, 404, 'client does not exist')
    return grants.revoke(token) ? reply.send() : refused(reply, 400, 'Invalid token')
  })

  app.get('/twitch/oauth2/userinfo', async (request, reply) => {
    const grant = grants.ofAccessToken(tokenOf(request))
    const account = accountOf(grant)
    const switches = accounts.switchesOf(account)
    if (await wentWrong(request, reply, switches, account)) return reply
    if (grant === null || account === null || switches.tokenRevoked) {
      return refused(reply, 401, 'invalid access token')
    }
    const seconds = Math.floor(now() / 1000)
    return reply.send({
      ...claimsOf(request, account),
      iss: issuerOf(request),
      aud: twitchClient.id,
      iat: seconds,
      exp: seconds + grant.secondsLeft,
    })
  })

  app.get('/twitch/oauth2/keys', () => signer.keys())
  app.get('/twitch/oauth2/.well-known/openid-configuration', (request) => {
    const issuer = issuerOf(request)
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['id_token', 'code', 'token', 'code id_token', 'token id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      scopes_supported: ['openid'],
      claims_supported: ['iss', 'sub', 'aud', 'exp', 'iat', 'picture', 'preferred_username'],
    }
  })

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
    const seconds = Math.floor(now() / 1000)
    return signer.sign({
      ...(account === null ? {} : claimsOf(request, account)),
      iss: issuerOf(request),
      aud: twitchClient.id,
      azp: twitchClient.id,
      iat: seconds,
      exp: seconds + 15 * 60,
      ...(grant.nonce === '' ? {} : { nonce: grant.nonce }),
    })
  }

  function claimsOf(request: FastifyRequest, { id, name }: TwitchAccount) {
    const truth = { id, name, avatar: avatarUrl(request, brand, id) }
    const told = toldAs(accounts.switchesOf(accounts.byId(id)).hostile, truth)
    return { sub: id, preferred_username: told.name, picture: told.avatar }
  }
}

function issuerOf(request: FastifyRequest): string {
  return `${originOf(request)}/twitch/oauth2`
}

function refused(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ status, message })
}
