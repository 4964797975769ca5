import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { fieldsOf } from '../providers/oauth/oauthRequest.ts'
import { type PartnerBrand, interactionPage } from './partnerPages.ts'
import { type PartnerUser, type PartnerUsers, isAddress } from './partnerUsers.ts'

/** The path of the page that asks for the account. */
export function interactionPath(slug: string, uid: string): string {
  return `/partners/${slug}/interaction/${uid}`
}

/** The pages of a partner that choose an account, or register one. */
export function mountInteractions(
  app: FastifyInstance,
  brand: PartnerBrand,
  users: PartnerUsers,
  providerOf: (request: FastifyRequest) => Promise<Provider>,
): void {
  const url = interactionPath(brand.slug, ':uid')

  app.get(url, async (request, reply) => {
    const chosen = users.chosen(request)
    const isAsked = chosen === null && !users.switchesOf(null).deny
    return isAsked ? show(request, reply, '') : finish(request, reply, chosen ?? 'cancel')
  })

  app.post(url, async (request, reply) => {
    const { user = '', email = '', username = '', unverified } = fieldsOf(request.body)
    const choice = user === 'cancel' ? user : users.byId(user)
    if (choice !== null) return finish(request, reply, choice)
    if (!isAddress(email)) return show(request, reply, 'This is no address.')
    if (users.byEmail(email) !== null) return show(request, reply, 'This address has an account.')
    const details = { emailVerified: unverified === undefined }
    const named = username === '' ? details : { ...details, username }
    return finish(request, reply, users.add(email, named))
  })

  async function show(request: FastifyRequest, reply: FastifyReply, problem: string) {
    const provider = await providerOf(request)
    const { prompt, params } = await provider.interactionDetails(request.raw, reply.raw)
    const { login_hint: hint, redirect_uri: back } = params
    const asked = {
      isRegistration: prompt.name === 'create',
      action: request.url,
      backTo: new URL(String(back)).host,
      loginHint: typeof hint === 'string' ? hint : '',
      problem,
    }
    return reply
      .header('cache-control', 'no-store')
      .type('text/html')
      .send(interactionPage(brand, users.listed(), asked))
  }

  async function finish(
    request: FastifyRequest,
    reply: FastifyReply,
    choice: PartnerUser | 'cancel',
  ) {
    const provider = await providerOf(request)
    const isDenied = choice === 'cancel' || users.switchesOf(choice).deny
    const result = isDenied
      ? { error: 'access_denied', error_description: 'The player said no.' }
      : { login: { accountId: choice.id }, create: {} }
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303)
  }
}
