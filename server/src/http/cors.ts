import {
  idempotencyKeyHeader,
  proofOfWorkHeader,
  requestIdHeader,
} from '@gatehouse/contract/headers'
import { providerPath } from '@gatehouse/contract/routes'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deployments } from '../tenants/deployments.ts'

const allowedHeaders = `x-api-key, authorization, content-type, cache-control, pragma, ${idempotencyKeyHeader}, ${proofOfWorkHeader}`

/**
 * Lets the portals read answers of an account API on another origin. A preflight carries no key, so
 * any portal's origin passes it; only the key's own portal can read the answer itself.
 */
export function registerCors(app: FastifyInstance, deployments: Deployments): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined || answersItself(request.url)) return undefined
    reply.header('vary', 'Origin')
    const key = request.headers['x-api-key']
    const isAllowed =
      typeof key === 'string'
        ? deployments.byApiKey(key)?.origin === origin
        : deployments.knowsOrigin(origin)
    if (isAllowed) allow(reply, origin)
    if (request.method !== 'OPTIONS') return undefined
    return reply.code(isAllowed ? 200 : 403).send({})
  })
}

/** The OpenID provider has its own rules for the origins of clients. */
function answersItself(url: string): boolean {
  return url.startsWith(`${providerPath}/`) || url.startsWith('/.well-known/')
}

function allow(reply: FastifyReply, origin: string): void {
  void reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': allowedHeaders,
    'access-control-expose-headers': `retry-after, ${requestIdHeader}`,
    'access-control-max-age': '600',
  })
}
