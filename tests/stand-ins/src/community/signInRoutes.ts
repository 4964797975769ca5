import type { FastifyInstance } from 'fastify'
import type { Brand } from './brands.ts'
import { beginHandOver, completeHandOver } from './handOver.ts'
import { NotSignedInError, type SignOn } from './signOn.ts'
import type { Visits } from './visits.ts'

export interface SiteParts {
  readonly brand: Brand
  readonly visits: Visits
  readonly signOn: SignOn
  /** The address of the site, whose port is known from the first request on. */
  readonly origin: () => string
}

/** The way to the portal and back, by OpenID Connect or by the portal's older way. */
export function mountSignIn(
  app: FastifyInstance,
  { brand, visits, signOn, origin }: SiteParts,
): void {
  const path = `/${brand.slug}`
  const redirectUri = () => `${origin()}${path}/callback`

  app.get(`${path}/login`, async (request, reply) => {
    const visit = visits.of(request, reply)
    return reply.redirect(await signOn.begin(visit, `${path}/lounge`, false))
  })

  app.get(`${path}/legacy/login`, (request, reply) =>
    reply.redirect(beginHandOver(visits.of(request, reply), brand, redirectUri())),
  )

  app.get(`${path}/callback`, async (request, reply) => {
    const visit = visits.of(request, reply)
    const url = new URL(request.url, origin())
    try {
      const { member, back } =
        visit.flow?.way === 'hand-over'
          ? await completeHandOver(visit, brand, redirectUri(), url.searchParams)
          : await signOn.complete(visit, url)
      visits.signIn(request, reply, member)
      return await reply.redirect(back, 303)
    } catch (error) {
      if (!(error instanceof NotSignedInError)) throw error
      return reply.redirect(`${error.back}?visitor`, 303)
    }
  })
}

/** The renewal and the end of a sign-on, as the player asks for them. */
export function mountSession(app: FastifyInstance, { brand, visits, signOn }: SiteParts): void {
  const path = `/${brand.slug}`

  app.post(`${path}/refresh`, async (request, reply) => {
    const visit = visits.of(request, reply)
    if (visit.member) {
      await signOn.refresh(visit.member).catch(() => {
        visit.member = null
      })
    }
    return reply.redirect(`${path}/lounge`, 303)
  })

  app.post(`${path}/logout`, async (request, reply) => {
    const visit = visits.of(request, reply)
    const { member } = visit
    visit.member = null
    return reply.redirect(member ? await signOn.signOutPage(member) : path, 303)
  })
}
