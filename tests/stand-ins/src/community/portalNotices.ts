import { accountEvents, type Logout, logouts, type Receiver } from '@gatehouse/signin/signin'
import type { FastifyInstance } from 'fastify'
import type { AccountEvents } from './accountEvents.ts'
import type { Brand } from './brands.ts'
import { isPortal, type PortalClients } from './portalClient.ts'
import type { Member, Visits } from './visits.ts'

/** Takes the portal's log-outs. */
export function mountLogouts(
  app: FastifyInstance,
  { slug }: Brand,
  { visits, portals }: { visits: Visits; portals: PortalClients },
  isRejecting: () => boolean,
): void {
  const receiver = logouts({
    // A site of one portal names its address.
    issuer: (named) => named.endsWith('/oidc') && isPortal(portalOf(named)),
    keysOf: async (issuer) => (await portals(portalOf(issuer))).keys,
    clientId: slug,
    end(logout) {
      visits.end(endedBy(logout))
    },
  })
  mount(app, `/${slug}/backchannel-logout`, receiver, isRejecting)
}

/** Takes the portal's account events. */
export function mountEvents(
  app: FastifyInstance,
  { slug, webhookSecret }: Brand,
  events: AccountEvents,
  isRejecting: () => boolean,
): void {
  const receiver = accountEvents({ secret: webhookSecret ?? [], hear: events.hear })
  mount(app, `/${slug}/events`, receiver, isRejecting)
}

/** The switch of the example answers 500, and the portal tries again. */
function mount(
  app: FastifyInstance,
  path: string,
  { fastify }: Receiver,
  isRejecting: () => boolean,
): void {
  void app.register((scope, _, done) => {
    scope.addHook('onRequest', async (_request, reply) => {
      if (isRejecting()) await reply.code(500).send()
    })
    void scope.register(fastify, { path })
    done()
  })
}

/** A test for the members whose sessions a log-out ends. */
export function endedBy({ iss, sub, sid }: Logout): (member: Member) => boolean {
  return (member) =>
    member.portal === portalOf(iss) && (sid === null ? member.sub === sub : member.sid === sid)
}

function portalOf(issuer: string): string {
  return issuer.replace(/\/oidc$/, '')
}
