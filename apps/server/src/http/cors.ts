import {
  idempotencyKeyHeader,
  proofOfWorkHeader,
  requestIdHeader,
  supportNoteHeader,
} from '@gatehouse/contract/headers'
import { providerPath } from '@gatehouse/contract/routes'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deployments } from '../deployments/deployments.ts'

const allowedHeaders = `x-api-key, authorization, content-type, cache-control, pragma, ${idempotencyKeyHeader}, ${proofOfWorkHeader}`

/**
 * Lets a portal read answers of its account API on another origin. The host decides, because a
 * preflight carries no key; where there is a key, it has to be the portal's own.
 */
export function registerCors(app: FastifyInstance, deployments: Deployments): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (origin === undefined) return done()
    // The OpenID provider has its own rules for the origins of clients.
    const isOfProvider = [`${providerPath}/`, '/.well-known/'].some((start) =>
      request.url.startsWith(start),
    )
    if (isOfProvider) return done()
    const key = request.headers['x-api-key']
    const isAllowed =
      deployments.servesOrigin(request.host, origin) &&
      (typeof key !== 'string' || deployments.byApiKey(key)?.origin === origin)
    if (isAllowed) {
      const { makesSupportCodes = false } = deployments.byHost(request.host)?.rules ?? {}
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': allowedHeaders,
        'access-control-expose-headers': `retry-after, ${requestIdHeader}${makesSupportCodes ? `, ${supportNoteHeader}` : ''}`,
        'access-control-max-age': '600',
      })
    }
    if (request.method !== 'OPTIONS') return done()
    return void reply.code(isAllowed ? 200 : 403).send({})
  })
}

/** Says that answers differ by origin, so that no cache gives one portal's answer to another. */
export function varyByOrigin(reply: FastifyReply): void {
  const [given] = [reply.getHeader('vary')].flat()
  if (given === undefined) return void reply.header('vary', 'Origin')
  const fields = String(given ?? '')
    .split(/\s*,\s*/)
    .filter((field) => field !== '' && field.toLowerCase() !== 'origin')
  reply.header('vary', [...fields, 'Origin'].join(', '))
}
