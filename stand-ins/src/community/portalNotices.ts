import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fieldsOf } from '../providers/oauth/oauthRequest.ts'
import type { AccountEvents } from './accountEvents.ts'
import type { Brand } from './brands.ts'
import type { PortalClients } from './portalClient.ts'
import { readLogoutToken } from './readLogoutToken.ts'
import type { Visits } from './visits.ts'

/** Takes the portal's log-outs (OpenID Connect Back-Channel Logout). */
export function mountLogouts(
  app: FastifyInstance,
  { slug }: Brand,
  { visits, portals }: { visits: Visits; portals: PortalClients },
  isRejecting: () => boolean,
): void {
  app.post(`/${slug}/backchannel-logout`, async (request, reply) => {
    if (isRejecting()) return reply.code(500).send()
    reply.header('cache-control', 'no-store')
    const { logout_token: token = '' } = fieldsOf(request.body)
    try {
      visits.end(await readLogoutToken(token, slug, portals))
    } catch {
      return reply.code(400).send({ error: 'invalid_request' })
    }
    return reply.code(200).send()
  })
}

/** Takes the portal's account events. The signature covers the raw body, so no parser may run. */
export function mountEvents(
  app: FastifyInstance,
  { slug }: Brand,
  events: AccountEvents,
  isRejecting: () => boolean,
): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.post(`/${slug}/events`, (request: FastifyRequest, reply) => {
    if (isRejecting()) return reply.code(500).send()
    try {
      events.hear(String(request.body), request.headers as Record<string, string>)
    } catch {
      return reply.code(400).send({ error: 'invalid signature' })
    }
    return reply.code(204).send()
  })
}
