import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { paths } from '@gatehouse/contract/routes'
import { unsubscribeParameter, unsubscribePath } from '@gatehouse/contract/unsubscribe'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MisdirectedError } from '../../http/authenticate.ts'
import { appendConsents } from '../../database/preferences/consents.ts'
import { endOptIn } from '../../database/preferences/newsletterStatements.ts'
import { apiPrefix } from '../../http/registerRoutes.ts'
import { lifetimes } from '@gatehouse/contract/limits'
import { refuse } from '../../platform/apiError.ts'
import { after } from '../../platform/clock.ts'
import { derived, isSame } from '../../platform/crypto/secrets.ts'
import type { Keys } from '../../platform/crypto/serverKey.ts'
import type { AccountServices } from '../accountServices.ts'

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
        const subscription = subscriptionOf(request, services)
        if (typeof subscription === 'string') throw refuse(subscription)
        await endSubscription(services, subscription)
        return {}
      },
    })

    scope.route({
      method: ['GET', 'HEAD'],
      url,
      config,
      handler: async (request, reply) => {
        const subscription = subscriptionOf(request, services)
        const deployment =
          typeof subscription === 'string'
            ? services.deployments.byHost(request.host)
            : services.deployments.byName(subscription.deployment)
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

/** The subscription that one link ends: one player's to one list. */
interface Subscription {
  readonly deployment: string
  readonly playerId: number
  readonly listId: number
}

const purpose = 'unsubscribe'

/**
 * Makes the token of a mailing's unsubscribe link, valid for a year. It is signed and not stored:
 * the reader of the mail may end this subscription repeatedly and do nothing else.
 */
export function unsubscribeTokenOf([key]: Keys, subscription: Subscription, now: Date): string {
  const { deployment, playerId, listId } = subscription
  const expires = Math.floor(after(now, lifetimes.unsubscribeLink).getTime() / 1000)
  const payload = JSON.stringify([deployment, playerId, listId, expires])
  return `${Buffer.from(payload).toString('base64url')}.${derived(key, purpose, payload)}`
}

/** The subscription of a request's token, or the code of a token that is not ours or older than a year. */
function subscriptionOf(request: FastifyRequest, { key, clock }: AccountServices) {
  const [encoded = '', signature = ''] = givenToken(request).split('.')
  const payload = Buffer.from(encoded, 'base64url').toString('utf8')
  const isOurs = key.links.some((each) => isSame(derived(each, purpose, payload), signature))
  if (!isOurs) return 'ERROR_EMAIL_RECOVERY_NOTEXISTS'
  // The signature proves that this server wrote the payload.
  const signed = JSON.parse(payload) as [string, number, number, number]
  const [deployment, playerId, listId, expires] = signed
  if (expires * 1000 <= clock.now().getTime()) return 'ERROR_EMAIL_RECOVERY_EXPIRED'
  return { deployment, playerId, listId }
}
