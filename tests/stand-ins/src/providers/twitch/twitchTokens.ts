import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Grant } from '../oauth/grants.ts'
import { fieldsOf, isEqual, tokenOf } from '../oauth/oauthRequest.ts'
import { wentWrong } from '../wrongAnswers.ts'
import {
  createTwitchTokenIssuer,
  issuerOf,
  twitchClient,
  type TwitchParts,
  type TwitchTokenIssuer,
} from './twitchTokenIssuer.ts'

/** Tokens in Twitch's dialect: the scope is a list, and errors differ from those of RFC 6749. */
export function mountTwitchTokens(app: FastifyInstance, parts: TwitchParts): void {
  const issuer = createTwitchTokenIssuer(parts)
  mountTokenEndpoint(app, parts, issuer)
  mountTokenChecks(app, parts, issuer)
  mountUserInfo(app, parts, issuer)
  mountDiscovery(app, issuer)
}

function mountTokenEndpoint(
  app: FastifyInstance,
  parts: TwitchParts,
  issuer: TwitchTokenIssuer,
): void {
  const { accounts, grants } = parts

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
        const { isAnswered, switches } = await misbehave(request, reply, grant)
        if (isAnswered) return reply
        if (grant === null || switches.badCode || accounts.known(grant.accountId) === null) {
          return refused(reply, 400, 'Invalid authorization code')
        }
        return reply.send({
          ...issuer.tokensFor(grant),
          ...(grant.scope.includes('openid')
            ? { id_token: await issuer.idToken(request, grant) }
            : {}),
        })
      }
      case 'refresh_token': {
        const grant = grants.ofRefreshToken(form['refresh_token'] ?? '')
        const { isAnswered, switches } = await misbehave(request, reply, grant)
        if (isAnswered) return reply
        if (grant === null || switches.refreshRevoked) {
          return reply
            .code(400)
            .send({ error: 'Bad Request', status: 400, message: 'Invalid refresh token' })
        }
        return reply.send(issuer.tokensFor(grant))
      }
      case 'client_credentials': {
        if (await wentWrong(request, reply, accounts.switchesOf(null))) return reply
        const tokens = issuer.tokensFor({ accountId: null, scope: [] })
        const { access_token: token, expires_in: seconds } = tokens
        return reply.send({ access_token: token, expires_in: seconds, token_type: 'bearer' })
      }
      default:
        return refused(reply, 400, 'invalid grant type')
    }
  })

  /** Applies the switches of the grant's account, which may answer the request already. */
  async function misbehave(request: FastifyRequest, reply: FastifyReply, grant: Grant | null) {
    const account = issuer.accountOf(grant)
    const switches = accounts.switchesOf(account)
    return { isAnswered: await wentWrong(request, reply, switches, account), switches }
  }
}

function mountTokenChecks(
  app: FastifyInstance,
  { accounts, grants }: TwitchParts,
  { accountOf }: TwitchTokenIssuer,
): void {
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
}

function mountUserInfo(
  app: FastifyInstance,
  { accounts, grants }: TwitchParts,
  { accountOf, userInfo }: TwitchTokenIssuer,
): void {
  app.get('/twitch/oauth2/userinfo', async (request, reply) => {
    const grant = grants.ofAccessToken(tokenOf(request))
    const account = accountOf(grant)
    const switches = accounts.switchesOf(account)
    if (await wentWrong(request, reply, switches, account)) return reply
    if (grant === null || account === null || switches.tokenRevoked) {
      return refused(reply, 401, 'invalid access token')
    }
    return reply.send(userInfo(request, account, grant.secondsLeft))
  })
}

function mountDiscovery(app: FastifyInstance, { keys }: TwitchTokenIssuer): void {
  app.get('/twitch/oauth2/keys', keys)
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
}

function refused(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ status, message })
}
