import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { originOf } from '../accountPicker.ts'
import type { Account, Accounts } from '../accounts.ts'
import { profileAs, wentWrong } from '../wrongAnswers.ts'
import { type Grant, type Grants, newToken } from '../oauth/grants.ts'
import { oauthSwitches } from '../oauth/oauthStandIn.ts'
import { type Client, fieldsOf, isProvenByHeader, tokenOf } from '../oauth/oauthRequest.ts'
import { createSigner, keys } from '../oauth/signer.ts'

/** The credentials that the deployments of this machine share with the stand-in. */
export const epicClient: Client = { id: 'sample-epic', secret: 'sample-epic-secret' }

export const epicSwitches = {
  ...oauthSwitches,
  /** The player must first agree to terms on Epic's own pages. */
  correctiveAction: false,
}

export type EpicSwitches = typeof epicSwitches

const usualSeconds = 7200
const refreshSeconds = 28_800
const idsAtOnce = 50

interface Parts {
  readonly accounts: Accounts<Account, EpicSwitches>
  readonly grants: Grants
  readonly now: () => number
}

const base = '/epic/epic/oauth/v2'

/** Tokens, their checks, and the names behind account ids. Clients authenticate by Basic. */
export function mountEpicServices(app: FastifyInstance, parts: Parts): void {
  const tokens = createTokenIssuer(parts)
  mountTokenEndpoint(app, parts, tokens)
  mountTokenChecks(app, parts, tokens)
  mountAccountNames(app, parts)
  mountDiscovery(app, tokens)
  mountGameTokens(app, parts)
}

/** ID tokens as Epic's SDK gives them to a game; a query changes their claims. */
function mountGameTokens(app: FastifyInstance, { now }: Parts): void {
  const signer = createSigner(keys.usual, '1')
  app.get<{ Querystring: Readonly<Record<string, string>> }>(
    '/epic/client/id-token',
    async (request) => {
      const { exp, wrongKey, ...changed } = request.query
      const iat = Math.floor(now() / 1000)
      const by = wrongKey === undefined ? signer : createSigner(keys.rotated, '1')
      const usual = { iss: issuerOf(request), aud: epicClient.id, jti: newToken(), t: 'id_token' }
      const lives = { iat, exp: exp === undefined ? iat + usualSeconds : Number(exp) }
      return { id_token: await by.sign({ ...usual, ...lives, ...changed }) }
    },
  )
}

function mountTokenEndpoint(
  app: FastifyInstance,
  { accounts, grants }: Parts,
  tokens: TokenIssuer,
): void {
  app.post(`${base}/token`, async (request, reply) => {
    if (!isProvenByHeader(request, epicClient)) return refused(reply, 'invalidClient')
    const form = fieldsOf(request.body)
    const grant = grantOf(form, grants)
    if (grant === undefined) return refused(reply, 'unsupportedGrant')
    const account = tokens.accountOf(grant)
    const switches = accounts.switchesOf(account)
    if (await wentWrong(request, reply, switches, account)) return reply
    const isRefresh = form['grant_type'] === 'refresh_token'
    if (isRefresh && (grant === null || switches.refreshRevoked)) {
      return refused(reply, 'unknownRefreshToken')
    }
    if (grant === null || (account !== null && switches.badCode)) {
      return refused(reply, 'unknownCode')
    }
    if (account !== null && accounts.known(account.id) === null) {
      return refused(reply, 'inactiveAccount')
    }
    if (account !== null && switches.correctiveAction) {
      return refused(reply, 'correctiveAction', {
        correctiveAction: 'PRIVACY_POLICY_ACCEPTANCE',
        continuation: newToken(),
      })
    }
    return reply.send(await tokens.issue(request, grant))
  })
}

/** Undefined for an unknown grant type, null for a wrong code or token. */
function grantOf(form: Readonly<Record<string, string>>, grants: Grants): Grant | null | undefined {
  switch (form['grant_type'] ?? '') {
    case 'authorization_code':
      return grants.redeem(form['code'] ?? '', form['redirect_uri'] ?? '')
    case 'refresh_token':
      return grants.ofRefreshToken(form['refresh_token'] ?? '')
    case 'client_credentials':
      return { accountId: null, scope: [] }
    default:
      return undefined
  }
}

function mountTokenChecks(
  app: FastifyInstance,
  { accounts, grants }: Parts,
  tokens: TokenIssuer,
): void {
  app.post(`${base}/tokenInfo`, async (request, reply) => {
    const grant = grants.ofAccessToken(fieldsOf(request.body)['token'] ?? '')
    const account = tokens.accountOf(grant)
    const switches = accounts.switchesOf(account)
    if (await wentWrong(request, reply, switches, account)) return reply
    if (grant === null || switches.tokenRevoked) return reply.send({ active: false })
    return reply.send({
      active: true,
      scope: grant.scope.join(' '),
      token_type: 'bearer',
      expires_in: grant.secondsLeft,
      expires_at: tokens.dateIn(grant.secondsLeft),
      ...(account === null ? {} : { account_id: account.id }),
      client_id: epicClient.id,
      application_id: 'gatehouse',
    })
  })

  app.get(`${base}/userInfo`, async (request, reply) => {
    const account = tokens.accountOf(grants.ofAccessToken(tokenOf(request)))
    const switches = accounts.switchesOf(account)
    if (await wentWrong(request, reply, switches, account)) return reply
    if (account === null || switches.tokenRevoked) return refused(reply, 'invalidToken')
    const { id, name } = profileAs(switches.hostile, { ...account, avatar: '' })
    return reply.send({ sub: id, preferred_username: name })
  })

  app.post(`${base}/revoke`, async (request, reply) => {
    if (!isProvenByHeader(request, epicClient)) return refused(reply, 'invalidClient')
    const { token = '' } = fieldsOf(request.body)
    const account = tokens.accountOf(grants.ofAccessToken(token))
    if (await wentWrong(request, reply, accounts.switchesOf(account), account)) return reply
    if (token === '') return refused(reply, 'missingToken')
    // A token that is unknown is revoked too (RFC 7009).
    grants.revoke(token)
    return reply.code(204).send()
  })
}

function mountAccountNames(app: FastifyInstance, { accounts, grants }: Parts): void {
  app.get<{ Querystring: { accountId?: string | readonly string[] } }>(
    '/epic/epic/id/v2/accounts',
    async (request, reply) => {
      const ids = [request.query.accountId ?? []].flat()
      const grant = grants.ofAccessToken(tokenOf(request))
      const broken =
        ids.map(accounts.byId).find((account) => account?.switches !== undefined) ?? null
      const switches = accounts.switchesOf(broken)
      if (await wentWrong(request, reply, switches, broken)) return reply
      if (grant === null || switches.tokenRevoked) return refused(reply, 'invalidToken')
      if (ids.length === 0 || ids.length > idsAtOnce) return refused(reply, 'tooManyIds')
      const known = ids.flatMap((id) => accounts.known(id) ?? [])
      return reply.send(
        known.map((account) => {
          const { hostile } = accounts.switchesOf(account)
          const { id, name } = profileAs(hostile, { ...account, avatar: '' })
          return { accountId: id, displayName: name, preferredLanguage: 'en', linkedAccounts: [] }
        }),
      )
    },
  )
}

function mountDiscovery(app: FastifyInstance, { keys }: TokenIssuer): void {
  app.get(`${base}/.well-known/jwks.json`, keys)
  app.get(`${base}/.well-known/openid-configuration`, (request) => {
    const issuer = issuerOf(request)
    return {
      issuer,
      authorization_endpoint: `${originOf(request)}/epic/id/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userInfo`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
    }
  })
}

type TokenIssuer = ReturnType<typeof createTokenIssuer>

/** Makes the tokens of a grant. */
function createTokenIssuer({ accounts, grants, now }: Parts) {
  const signer = createSigner(keys.usual, '1')
  const accountOf = (grant: Grant | null) => accounts.byId(grant?.accountId ?? '')
  const dateIn = (seconds: number) => new Date(now() + seconds * 1000).toISOString()

  async function issue(request: FastifyRequest, grant: Grant): Promise<object> {
    const account = accountOf(grant)
    const seconds = accounts.switchesOf(account).expiresIn || usualSeconds
    const iat = Math.floor(now() / 1000)
    const claims = {
      iss: issuerOf(request),
      aud: epicClient.id,
      sub: account?.id ?? epicClient.id,
      iat,
      exp: iat + seconds,
      jti: newToken(),
    }
    const accessToken = await signer.sign(claims)
    const refreshToken = grants.remember(grant, accessToken, seconds)
    const common = {
      access_token: accessToken,
      token_type: 'bearer',
      expires_in: seconds,
      expires_at: dateIn(seconds),
      client_id: epicClient.id,
      application_id: 'gatehouse',
    }
    if (account === null) return common
    const name = { preferred_username: account.name }
    const nonce = 'nonce' in grant && grant.nonce !== '' ? { nonce: grant.nonce } : {}
    return {
      ...common,
      scope: grant.scope.join(' '),
      refresh_token: refreshToken,
      refresh_expires_in: refreshSeconds,
      refresh_expires_at: dateIn(refreshSeconds),
      account_id: profileAs(accounts.switchesOf(account).hostile, { ...account, avatar: '' }).id,
      ...(grant.scope.includes('openid')
        ? { id_token: await signer.sign({ ...claims, ...name, ...nonce }) }
        : {}),
    }
  }

  return { accountOf, dateIn, issue, keys: () => signer.keys() }
}

function issuerOf(request: FastifyRequest): string {
  return `${originOf(request)}${base}`
}

/** Epic's errors: status, code, number, and the error code of RFC 6749. */
const errors = {
  invalidClient: [401, 'account.invalid_client_credentials', 18_033, 'invalid_client'],
  unsupportedGrant: [400, 'common.oauth.unsupported_grant_type', 1016, 'unsupported_grant_type'],
  unknownCode: [400, 'account.oauth.authorization_code_not_found', 18_059, 'invalid_grant'],
  unknownRefreshToken: [400, 'account.auth_token.invalid_refresh_token', 18_036, 'invalid_grant'],
  inactiveAccount: [400, 'account.account_not_active', -1, 'invalid_grant'],
  correctiveAction: [400, 'oauth.corrective_action_required', 18_206, 'corrective_action_required'],
  invalidToken: [401, 'common.oauth.invalid_token', 1014, 'invalid_token'],
  missingToken: [400, 'common.oauth.invalid_request', 1013, 'invalid_request'],
  tooManyIds: [400, 'common.too_many_ids', 1040, 'invalid_request'],
} as const

function refused(reply: FastifyReply, name: keyof typeof errors, more: object = {}): FastifyReply {
  const [status, code, number, error] = errors[name]
  const words = `Sorry, this was refused: ${code.split('.').at(-1)?.replaceAll('_', ' ') ?? ''}.`
  return reply.code(status).send({
    errorCode: `errors.com.epicgames.${code}`,
    errorMessage: words,
    numericErrorCode: number,
    error,
    error_description: words,
    ...more,
  })
}
