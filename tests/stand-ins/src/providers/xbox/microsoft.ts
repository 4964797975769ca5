import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Account, Accounts } from '../accounts.ts'
import { wentWrong } from '../wrongAnswers.ts'
import { type Grant, type Grants, newToken } from '../oauth/grants.ts'
import { oauthSwitches } from '../oauth/oauthStandIn.ts'
import {
  type Client,
  type Fields,
  fieldsOf,
  isEqual,
  isProvenByHeader,
} from '../oauth/oauthRequest.ts'

/** The credentials that the deployments of this machine share with the stand-in. */
export const microsoftClient: Client = { id: 'sample-xbox', secret: 'sample-xbox-secret' }

export const xboxSwitches = {
  ...oauthSwitches,
  /**
   * The error with which Xbox Live refuses an account, such as 2148916233 (no profile); 0: none.
   */
  xerr: 0,
  /** The address of every picture, like `http://images-eds.xboxlive.com/…`; empty: one of here. */
  picture: '',
}

export type XboxSwitches = typeof xboxSwitches

const usualSeconds = 3600

interface Parts {
  readonly accounts: Accounts<Account, XboxSwitches>
  readonly grants: Grants
}

/** Tokens of Microsoft accounts, for codes that return with the verifier of PKCE. */
export function mountMicrosoftTokens(app: FastifyInstance, { accounts, grants }: Parts): void {
  app.post('/xbox/consumers/oauth2/v2.0/token', async (request, reply) => {
    const form = fieldsOf(request.body)
    const isProven =
      isProvenByHeader(request, microsoftClient) ||
      (form['client_id'] === microsoftClient.id &&
        isEqual(form['client_secret'] ?? '', microsoftClient.secret))
    if (!isProven) return refused(reply, 401, 'invalid_client', 7_000_215)
    const isRefresh = form['grant_type'] === 'refresh_token'
    if (!isRefresh && form['grant_type'] !== 'authorization_code') {
      return refused(reply, 400, 'unsupported_grant_type', 70_003)
    }
    const grant = isRefresh ? grants.ofRefreshToken(form['refresh_token'] ?? '') : codeGrantOf(form)
    const account = accounts.byId(grant?.accountId ?? '')
    const switches = accounts.switchesOf(account)
    if (await wentWrong(request, reply, switches, account)) return reply
    const isWrong = isRefresh ? switches.refreshRevoked : switches.badCode
    const isGone = account === null || accounts.known(account.id) === null
    if (grant === null || isWrong || isGone) return refused(reply, 400, 'invalid_grant', 70_000)

    const seconds = switches.expiresIn || usualSeconds
    const accessToken = newToken()
    const refreshToken = grants.remember(grant, accessToken, seconds)
    return reply.send({
      token_type: 'Bearer',
      scope: grant.scope.filter((scope) => scope !== 'offline_access').join(' '),
      expires_in: seconds,
      ext_expires_in: seconds,
      access_token: accessToken,
      ...(grant.scope.includes('offline_access') ? { refresh_token: refreshToken } : {}),
    })
  })

  function codeGrantOf(form: Fields): Grant | null {
    const grant = grants.redeem(form['code'] ?? '', form['redirect_uri'] ?? '')
    if (grant === null) return null
    const { code_verifier: verifier = '' } = form
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const isSame = grant.codeChallenge === (verifier === '' ? '' : challenge)
    return isSame ? grant : null
  }
}

function refused(reply: FastifyReply, status: number, error: string, number: number): FastifyReply {
  return reply.code(status).send({
    error,
    error_description: `AADSTS${number}: The request was refused.`,
    error_codes: [number],
    timestamp: new Date().toISOString(),
    trace_id: randomUUID(),
    correlation_id: randomUUID(),
  })
}
