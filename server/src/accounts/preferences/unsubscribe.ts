import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { paths } from '@gatehouse/contract/routes'
import { unsubscribeParameter, unsubscribePath } from '@gatehouse/contract/unsubscribe'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MisdirectedError } from '../../http/authenticate.ts'
import { appendConsents } from '../../database/preferences/consents.ts'
import { endOptIn } from '../../database/preferences/newsletters.ts'
import { apiPrefix } from '../../http/registerRoutes.ts'
import { refuse } from '../../platform/apiError.ts'
import type { AccountServices } from '../accountServices.ts'
import {
  readUnsubscribeToken,
  type Subscription,
  type UnsubscribeToken,
} from './unsubscribeToken.ts'

/**
 * Mounts the one-click address of RFC 8058. POST ends the subscription of the signed token: no key,
 * no cookie, any body, 200 however often, also when the player is long gone. GET changes nothing,
 * because mail scanners open every link: it redirects to the portal's page, which posts here.
 */
export async function mountUnsubscribe(
  app: FastifyInstance,
  services: AccountServices,
): Promise<void> {
  const url = `${apiPrefix}/${unsubscribePath}`
  const config = { call: 'unsubscribe' }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Providers post different kinds of forms, and only the token counts.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, __, done) => done(null))

    scope.route({
      method: 'POST',
      url,
      config,
      handler: async (request) => {
        const read = tokenOf(request, services)
        if (read.outcome !== 'valid') {
          const isExpired = read.outcome === 'expired'
          throw refuse(
            isExpired ? 'ERROR_EMAIL_RECOVERY_EXPIRED' : 'ERROR_EMAIL_RECOVERY_NOTEXISTS',
          )
        }
        await endSubscription(services, read.subscription)
        return {}
      },
    })

    scope.route({
      method: ['GET', 'HEAD'],
      url,
      config,
      handler: async (request, reply) => {
        const read = tokenOf(request, services)
        const deployment =
          read.outcome === 'valid'
            ? services.deployments.byName(read.subscription.deployment)
            : services.deployments.byHost(request.host)
        if (!deployment) throw new MisdirectedError()
        const page = new URL(paths.unsubscribe, deployment.configuration.AccountUrl)
        page.searchParams.set(unsubscribeParameter, givenToken(request))
        return reply.redirect(page.href)
      },
    })
  })
}

function givenToken(request: FastifyRequest): string {
  const given = (request.query as Record<string, unknown>)[unsubscribeParameter]
  return typeof given === 'string' ? given : ''
}

function tokenOf(request: FastifyRequest, { key, clock }: AccountServices): UnsubscribeToken {
  return readUnsubscribeToken(key.links, givenToken(request), clock.now())
}

async function endSubscription(
  { database, clock }: AccountServices,
  { deployment, playerId, listId }: Subscription,
): Promise<void> {
  await inTransaction(database.kysely, async (transaction) => {
    const now = clock.now()
    const hasEnded = await endOptIn(transaction, deployment, playerId, listId, now)
    if (!hasEnded) return
    // The provider may send the post, so its address is not the player's.
    const owner = { id: playerId, ip: '' }
    const consent = { subject: `newsletter ${listId}`, accepted: false }
    await appendConsents(transaction, deployment, owner, [consent], now)
  })
}
