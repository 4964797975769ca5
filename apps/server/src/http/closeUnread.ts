import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Ends the connection of a request that was answered before its body was read, where the body is larger
 * than its route takes, or of unknown length: Node would read all of it and throw it away.
 */
export function closeUnread(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.raw.readableDidRead && announcesTooMuch(request))
      reply.header('connection', 'close')
    done(null, payload)
  })
}

function announcesTooMuch({ headers, routeOptions }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  return Number(headers['content-length'] ?? 0) > routeOptions.bodyLimit
}
