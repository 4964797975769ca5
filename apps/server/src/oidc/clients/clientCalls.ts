import { inTransaction } from '../../database/transactions/inTransaction.ts'
import {
  type ClientAnswerOf,
  type ClientBodyOf,
  type ClientCall,
  type ClientCallName,
  clientCallNames,
  clientCalls,
} from '@gatehouse/contract/calls/clients'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { blockFor, unblockFor } from '../../accounts/preferences/blocking.ts'
import { consumeOrRefuse } from '../../auth/rate-limits/rateLimiter.ts'
import { findById } from '../../database/accounts/players.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { listBlockedBy } from '../../database/preferences/blocks.ts'
import { accessTokenOf } from '../../http/authenticate.ts'
import { parseInput } from '../../http/parseInput.ts'
import { ApiError, refuse } from '../../platform/apiError.ts'
import type { OidcClient } from '../../deployments/client.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { playerOfSubject, subjectsOf } from '../../deployments/subjects.ts'
import type { OidcServices } from '../provider/oidcServices.ts'

/** A call of a client, for the player of its access token. */
interface ClientContext<N extends ClientCallName> {
  readonly services: OidcServices
  readonly deployment: Deployment
  readonly playerId: number
  readonly client: OidcClient
  readonly body: ClientBodyOf<N>
}

type ClientHandlers = {
  readonly [N in ClientCallName]: (context: ClientContext<N>) => Promise<ClientAnswerOf<N>>
}

/** The handler of every call of clients. A row without one does not compile. */
const handlers: ClientHandlers = {
  async listBlocks({ services, deployment, playerId, client }) {
    const { kysely } = services.database
    const found = await listBlockedBy(kysely, deployment.name, playerId)
    const ids = found.map(({ id }) => id)
    const subjects = await subjectsOf(kysely, deployment, client, ids, services.clock.now())
    return {
      blocks: found.flatMap(({ id, username }) => {
        const sub = subjects.get(id)
        return sub === undefined ? [] : [{ sub, preferred_username: username }]
      }),
    }
  },

  async addBlock(context) {
    const outcome = await changeBlock(context, blockFor)
    if (outcome === 'missing') throw refuse('ERROR_USER_NOT_EXISTS', { property: 'sub' })
    if (outcome === 'full') throw refuse('ERROR_NOT_ALLOWED', { property: 'sub' })
    return {}
  },

  async removeBlock(context) {
    const isRemoved = await changeBlock(context, unblockFor)
    if (!isRemoved) throw refuse('ERROR_USER_NOT_EXISTS', { property: 'sub' })
    return {}
  },
}

/**
 * Changes a block of the player that a client names; refuses a name that is none at this client.
 */
async function changeBlock<T>(
  { services, deployment, playerId, client, body }: ClientContext<'addBlock' | 'removeBlock'>,
  change: (
    services: OidcServices,
    transaction: Executor,
    deployment: Deployment,
    players: { readonly playerId: number; readonly blockedId: number },
  ) => Promise<T>,
): Promise<T> {
  const { kysely } = services.database
  await consumeOrRefuse({ deployment, services, refuse }, 'blockChanges', `${playerId}`)
  const blockedId = await playerOfSubject(kysely, deployment, client, body.sub)
  if (blockedId === null) throw refuse('ERROR_USER_NOT_EXISTS', { property: 'sub' })
  return inTransaction(kysely, (transaction) =>
    change(services, transaction, deployment, { playerId, blockedId }),
  )
}

/** Mounts every call of clients: its method, path, scope and handler. */
export function mountClientCalls(
  app: FastifyInstance,
  services: OidcServices,
  deploymentOf: (request: FastifyRequest, services: OidcServices) => Deployment,
): void {
  for (const name of clientCallNames) {
    const { method, path: url, scope }: ClientCall = clientCalls[name]
    const config = { call: name }
    app.route({
      method,
      url,
      config,
      // Before the body is read: bytes without a token are not parsed.
      onRequest: async (request, reply) => {
        const deployment = deploymentOf(request, services)
        const signedIn = await signedInAt(services, deployment, request, scope)
        if (typeof signedIn === 'string') return refuseToken(reply, signedIn, scope)
        request.deployment = deployment
        request.signedIn = signedIn
        return undefined
      },
      handler: (request, reply) => answer(services, name, request, reply),
    })
    app.route({
      method: (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((one) => one !== method),
      url,
      config,
      handler: (_, reply) => reply.code(405).header('allow', method).send({}),
    })
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The player and the client of a client's access token. */
    signedIn: SignedIn | null
  }
}

interface SignedIn {
  readonly playerId: number
  readonly client: OidcClient
}

async function answer(
  services: OidcServices,
  name: ClientCallName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { deployment, signedIn } = request
  if (!deployment || signedIn === null) throw new Error('A call arrived without its player.')
  const { input, inputErrors } = parseInput(clientCalls[name], request)
  if (inputErrors.length > 0) throw new ApiError(inputErrors)
  // The row has parsed the body for its own handler.
  const run = handlers[name] as (context: ClientContext<ClientCallName>) => Promise<unknown>
  const { body } = input as { readonly body: ClientBodyOf<ClientCallName> }
  const given = await run({ services, deployment, ...signedIn, body })
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(given))
}

type TokenError = 'invalid_token' | 'insufficient_scope'

/** Player and client of a request's access token, by the provider's own checks; or its defect. */
async function signedInAt(
  { oidc, database }: OidcServices,
  deployment: Deployment,
  request: FastifyRequest,
  scope: string,
): Promise<SignedIn | TokenError> {
  const value = accessTokenOf(request)
  if (value === null) return 'invalid_token'
  const provider = await oidc.providerOf(deployment)
  // Finds no token of an ended session.
  const token = await provider.AccessToken.find(value)
  const client = deployment.clients.get(token?.clientId ?? '')
  // One for an API of the studio is none for us, and one that is bound to a key needs its proof.
  if (!token?.grantId || !client || token.aud !== undefined || token.jkt !== undefined)
    return 'invalid_token'
  const grant = await provider.Grant.find(token.grantId)
  if (!grant || grant.clientId !== token.clientId || grant.accountId !== token.accountId)
    return 'invalid_token'
  const player = await findById(database.kysely, deployment.name, Number(token.accountId))
  if (!player || player.banned_at !== null) return 'invalid_token'
  // The operator may have taken the scope from the client since.
  const isAllowed = token.scopes.has(scope) && client.scopes.some((own) => own === scope)
  return isAllowed ? { playerId: player.id, client } : 'insufficient_scope'
}

/** As RFC 6750 says it, which libraries of clients understand. */
function refuseToken(reply: FastifyReply, error: TokenError, scope: string): FastifyReply {
  const missing = error === 'insufficient_scope' ? `, scope="${scope}"` : ''
  return reply
    .code(error === 'insufficient_scope' ? 403 : 401)
    .header('www-authenticate', `Bearer error="${error}"${missing}`)
    .send({ error })
}
