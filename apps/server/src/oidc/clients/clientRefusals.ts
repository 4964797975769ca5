import type { FastifyBaseLogger } from 'fastify'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { type Client, type KoaContextWithOIDC, type errors, Provider } from 'oidc-provider'
import type { AuthServices } from '../../auth/authServices.ts'
import { keepArtifact, listArtifacts } from '../../database/oidc/oidcArtifacts.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { after } from '../../platform/clock.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'
import { logEvent } from '../../platform/observability/events.ts'
import type { Deployment } from '../../deployments/deployments.ts'

/*
 * What is wrong with a client's request. Its developers read it on the page, its operators in the log,
 * in the console and on `clients list`.
 */

/** The part of a request that is wrong, with what the page says. */
const faults = {
  client_id: 'ERROR_CLIENT_UNKNOWN',
  client_authentication: 'ERROR_CLIENT_REQUEST',
  redirect_uri: 'ERROR_CLIENT_ADDRESS',
  post_logout_redirect_uri: 'ERROR_CLIENT_ADDRESS',
  scope: 'ERROR_CLIENT_SCOPE',
  pkce: 'ERROR_CLIENT_PKCE',
  grant_type: 'ERROR_CLIENT_REQUEST',
  request_uri: 'ERROR_CLIENT_USED',
  id_token_hint: 'ERROR_CLIENT_REQUEST',
  state: 'This request should contain a state parameter.',
  request: 'ERROR_CLIENT_REQUEST',
} as const satisfies Readonly<Record<string, ErrorCode>>

export type ClientFault = keyof typeof faults

/** By the library's words: the first that fits. */
const signs: readonly (readonly [RegExp, ClientFault])[] = [
  [/^(unauthorized_client|unsupported_grant_type)/, 'grant_type'],
  [/client not found|client is invalid|parameter '?client_id/, 'client_id'],
  [/^invalid_client|client authentication|client_secret|assertion/, 'client_authentication'],
  [/post_logout_redirect_uri/, 'post_logout_redirect_uri'],
  [/redirect_uri/, 'redirect_uri'],
  [/id_token_hint/, 'id_token_hint'],
  [/request_uri|Pushed Authorization Request/, 'request_uri'],
  [/scope/, 'scope'],
  [/code_challenge|code_verifier|PKCE/, 'pkce'],
]

/** Answers that every right client gets. */
const usual =
  /^(access_denied|.*_required|authorization_pending|slow_down|expired_token|invalid_token|use_dpop_nonce|server_error|temporarily_unavailable)$/

type Refusal = errors.OIDCProviderError

/** What is wrong with a client's request; null where an error is part of its everyday life. */
export function faultOf(error: Refusal): ClientFault | null {
  const { error_description = '', error_detail = '' } = error
  const words = `${error.error} ${error_description} ${error_detail}`
  const [, fault] = signs.find(([sign]) => sign.test(words)) ?? [null, 'request' as const]
  if (usual.test(error.error)) return null
  // A code or a token that has ended, or was used.
  const isEnded = error.error === 'invalid_grant' && !['redirect_uri', 'pkce'].includes(fault)
  return isEnded ? null : fault
}

/** What the portal's page says to a person whom a client has sent with a wrong request. */
export function messageOf({ rules }: Deployment, fault: ClientFault | null) {
  if (fault === 'state') return faults.state
  const isTold = rules.goesBeyondSpecification && fault !== null
  return isTold ? faults[fault] : 'This request is not authorized.'
}

/** A refused request. */
export interface RefusedRequest {
  /** As it was sent. */
  readonly clientId: string
  readonly fault: ClientFault
  readonly reason: string
  /** The wrong value; '' where it is a secret or none. */
  readonly value: string
}

const model = 'ClientRefusal'
const minute = 60
const days = 86_400
/** Longer values are cut; more clients in a minute are somebody's guesses. */
const [maxLength, maxClients] = [500, 1000]

interface Materials extends Pick<AuthServices, 'clock' | 'database'> {
  readonly log: FastifyBaseLogger
}

/** Notes the refused requests of clients: of each client one a minute and server. */
export class ClientRefusals {
  readonly #materials: Materials
  readonly #noted = new Map<string, Date>()

  constructor(materials: Materials) {
    this.#materials = materials
  }

  /** Writes a log line, and keeps it for `clients list` where the client is known. */
  async note(deployment: Deployment, refused: RefusedRequest): Promise<void> {
    const { clock, database, log } = this.#materials
    const [clientId, value] = [refused.clientId, refused.value].map((text) =>
      text.slice(0, maxLength),
    ) as [string, string]
    const now = clock.now()
    if (!this.#isDue(JSON.stringify([deployment.name, clientId]), now)) return
    const { fault, reason } = refused
    const client = { deployment: deployment.name, client: clientId }
    logEvent(log, 'client.refused', { ...client, fault, reason, value: withoutSecrets(value) })
    if (!deployment.clients.has(clientId)) return
    const key = { deployment: deployment.name, model, idHash: hashOf(clientId) }
    const payload = { clientId, fault, reason, value, at: now.toISOString() }
    const expiresAt = after(now, 30 * days)
    const row = { payload, grantId: null, sessionFamily: null, playerId: null, expiresAt }
    await keepArtifact(database.kysely, key, row).catch((err: unknown) =>
      logEvent(log, 'client.refusal_not_kept', { err }),
    )
  }

  #isDue(key: string, now: Date): boolean {
    const since = after(now, -minute)
    const last = this.#noted.get(key)
    if (last !== undefined && last > since && last <= now) return false
    for (const [other, at] of this.#noted) if (at <= since || at > now) this.#noted.delete(other)
    if (this.#noted.size >= maxClients) return false
    this.#noted.set(key, now)
    return true
  }
}

/** An address without its password and the values of its query, for the log. */
function withoutSecrets(value: string): string {
  const url = URL.parse(value)
  if (url === null) return value
  const names = [...new Set(url.searchParams.keys())]
  // A native client's address may have no host.
  const host = url.host === '' ? '' : `//${url.host}`
  return `${url.protocol}${host}${url.pathname}${names.length > 0 ? `?${names.join('&')}` : ''}`
}

/** The last refused request of each client of a deployment. */
export async function refusedRequests(
  executor: Executor,
  deployment: string,
  now: Date,
): Promise<ReadonlyMap<string, RefusedRequest & { readonly at: Date }>> {
  const found = await listArtifacts(executor, { deployment, model }, now)
  return new Map(
    found.map((payload) => {
      const kept = payload as RefusedRequest & { readonly at: string }
      return [kept.clientId, { ...kept, at: new Date(kept.at) }]
    }),
  )
}

type Context = Parameters<Parameters<Provider['use']>[0]>[0]

const failures = [
  'authorization.error',
  'grant.error',
  'end_session.error',
  'device_authorization.error',
  'pushed_authorization_request.error',
  'introspection.error',
  'revocation.error',
] as const

/** Notes what the provider refuses. */
export function noteRefusals(
  provider: Provider,
  deployment: Deployment,
  refusals: ClientRefusals,
): void {
  const met = new WeakMap<object, RefusedRequest>()
  const note = (ctx: KoaContextWithOIDC, error: Refusal) => {
    const fault = faultOf(error)
    if (fault !== null) met.set(ctx, { fault, ...sentBy(ctx, fault), reason: reasonOf(error) })
  }
  const { prototype } = provider.Client
  const { postLogoutRedirectUriAllowed } = prototype
  // The address alone is refused: a player who thinks to be out must not stay logged in.
  prototype.postLogoutRedirectUriAllowed = function isAllowed(this: Client, address: string) {
    if (postLogoutRedirectUriAllowed.call(this, address)) return true
    const { ctx } = Provider
    if (ctx?.oidc.params === undefined) return false
    const fault = 'post_logout_redirect_uri'
    const { clientId } = this
    met.set(ctx, { clientId, fault, value: address, reason: `${fault} not registered` })
    ctx.oidc.params[fault] = undefined
    return true
  }
  for (const failure of failures) provider.on(failure as 'grant.error', note)
  provider.use(async (ctx: Context, next) => {
    await next()
    const refused = met.get(ctx)
    if (refused !== undefined) await refusals.note(deployment, refused)
  })
}

function reasonOf({ error, error_description, error_detail }: Refusal): string {
  return [...new Set([error, error_description, error_detail])].filter(Boolean).join(': ')
}

/** The client as a request names it, and the wrong value. */
function sentBy({ oidc }: KoaContextWithOIDC, fault: ClientFault) {
  const parameters: Readonly<Record<string, unknown>> = { ...oidc.body, ...oidc.params }
  const { clientId } = (oidc as { readonly authorization?: { readonly clientId?: unknown } })
    .authorization ?? { clientId: undefined }
  const sent = oidc.client?.clientId ?? parameters['client_id'] ?? clientId
  const value = ['redirect_uri', 'post_logout_redirect_uri', 'scope', 'grant_type'].includes(fault)
    ? parameters[fault]
    : undefined
  return { clientId: textOf(sent), value: textOf(value) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
