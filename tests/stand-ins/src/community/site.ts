import type { FastifyInstance, FastifyReply } from 'fastify'
import { html, type Html } from '../platform/page.ts'
import type { StandIn } from '../platform/standIn.ts'
import { fieldsOf } from '../providers/oauth/oauthRequest.ts'
import { type AccountEvents, createAccountEvents } from './accountEvents.ts'
import { accountsOf } from './accountsOf.ts'
import { type Blocks, createBlocks } from './blocks.ts'
import type { Brand } from './brands.ts'
import { createPortalClients } from './portalClient.ts'
import { mountEvents, mountLogouts } from './portalNotices.ts'
import { mountSession, mountSignIn, type SiteParts } from './signInRoutes.ts'
import { createSignOn } from './signOn.ts'
import {
  eventList,
  frontPage,
  invitation,
  legacyContent,
  lounge,
  profile,
  sitePage,
} from './sitePage.ts'
import { studioPages } from './studioPages.ts'
import { type Visit, Visits } from './visits.ts'

type SiteSwitches = {
  /** Answers 500 to events. */
  rejectEvents: boolean
  /** Answers 500 to the portal's log-outs. */
  rejectLogouts: boolean
}

/** A site that players sign in to with their account: pages, its own session, no password. */
export function site(brand: Brand): StandIn<SiteSwitches> {
  const { slug, title, about } = brand
  const visits = new Visits(brand)
  const portals = createPortalClients(brand)
  const events = brand.webhookSecret ? createAccountEvents(visits) : null
  return {
    name: slug,
    title,
    about,
    switches: { rejectEvents: false, rejectLogouts: false },
    reset() {
      visits.clear()
      events?.clear()
    },
    mount(app, { switches }) {
      const origin = keepOneHost(app, brand)
      const parts = { brand, visits, signOn: createSignOn(brand, portals, origin), origin }
      const blocks = brand.scope.split(' ').includes('blocks') ? createBlocks(parts.signOn) : null
      mountPages(app, parts, events, blocks)
      mountSignIn(app, parts)
      mountSession(app, parts)
      mountLogouts(app, brand, { visits, portals }, () => switches.rejectLogouts)
      if (events) mountEvents(app, brand, events, () => switches.rejectEvents)
    },
  }
}

/** Moves sign-ons to the site's own host, and returns the site's address. */
function keepOneHost(app: FastifyInstance, { slug, host }: Brand): () => string {
  let port = 80
  const origin = () => `http://${host}:${port}`
  const beginnings = new Set(['lounge', 'login', 'legacy/login'].map((page) => `/${slug}/${page}`))
  app.addHook('onRequest', async ({ socket }) => {
    port = socket.localPort ?? port
  })
  app.addHook('onRequest', async ({ hostname, url }, reply) => {
    // The cookie belongs to one host, and the portal answers to the site's own host.
    const isBeginning = beginnings.has(url.replace(/\?.*$/, ''))
    if (isBeginning && hostname !== host) await reply.redirect(`${origin()}${url}`)
  })
  return origin
}

type ShowPage = (
  reply: FastifyReply,
  visit: Visit,
  heading: string,
  content: Html,
) => Promise<FastifyReply>

function mountPages(
  app: FastifyInstance,
  { brand, visits, signOn, origin }: SiteParts,
  events: AccountEvents | null,
  blocks: Blocks | null,
): void {
  const path = `/${brand.slug}`

  const show: ShowPage = async (reply, visit, heading, content) => {
    const { member, portal } = visit
    const accounts = await accountsOf(portal)
    return reply
      .type('text/html')
      .header('cache-control', 'no-store')
      .send(sitePage({ brand, heading, content, member, portal, accounts }))
  }

  if (brand.slug === 'community') {
    for (const [name, page] of Object.entries(studioPages)) {
      app.get(`${path}/${name}`, (request, reply) =>
        show(reply, visits.of(request, reply), page.title, page.content),
      )
    }
  }

  if (blocks) mountProfiles(app, { brand, visits, signOn, origin }, blocks, show)

  app.setErrorHandler((error, request, reply) => {
    const reason = error instanceof Error ? error.message : 'No reason.'
    const content = html`<p>${reason}</p>
      <p><a href="${path}">Begin again</a></p>`
    return show(reply.code(400), visits.of(request, reply), 'That did not work', content)
  })

  app.get(path, (request, reply) => {
    const visit = visits.of(request, reply)
    const sent = events ? [eventList(events.newest())] : []
    return show(reply, visit, brand.title, html`${frontPage()} ${sent}`)
  })

  app.get<{ Params: { '*': string } }>(`${path}/*`, (request, reply) =>
    show(
      reply,
      visits.of(request, reply),
      'A page of the community',
      html`<p>This would be <strong>${request.params['*']}</strong>.</p>`,
    ),
  )

  app.get<{ Querystring: { visitor?: string } }>(`${path}/lounge`, async (request, reply) => {
    const visit = visits.of(request, reply)
    if (visit.member === null && request.query.visitor === undefined) {
      return reply.redirect(await signOn.begin(visit, `${path}/lounge`, true))
    }
    // A sign-on that the portal has ended ends here too.
    if (visit.member?.isStale) {
      await signOn.reread(visit.member).catch(() => {
        visit.member = null
      })
    }
    const { member } = visit
    const company = member &&
      blocks && {
        others: visits.playersOf(member.portal).filter(({ sub }) => sub !== member.sub),
        blocked: await blocks.of(member),
      }
    const content = member ? lounge(brand, member, company) : invitation(brand)
    return show(reply, visit, 'The lounge', content)
  })

  app.get(`${path}/legacy`, (request, reply) => {
    const visit = visits.of(request, reply)
    return show(reply, visit, 'The older way', legacyContent(brand, visit.member))
  })
}

/** The profiles of players, each with a button to block; the portal keeps the list. */
function mountProfiles(
  app: FastifyInstance,
  { brand, visits }: SiteParts,
  blocks: Blocks,
  show: ShowPage,
): void {
  const path = `/${brand.slug}`

  app.get<{ Params: { sub: string } }>(
    `${path}/profile/:sub(^\\d{1,15}$)`,
    async (request, reply) => {
      const visit = visits.of(request, reply)
      const { member, portal } = visit
      const { sub } = request.params
      const blocked = member === null ? [] : await blocks.of(member)
      const known = [...blocked, ...visits.playersOf(portal)].find((one) => one.sub === sub)
      const isBlocked = blocked.some((one) => one.sub === sub)
      const visitor =
        member === null
          ? 'visitor'
          : member.sub === sub
            ? 'self'
            : isBlocked
              ? 'blocking'
              : 'not blocking'
      return show(reply, visit, known?.name ?? `Player ${sub}`, profile(brand, sub, visitor))
    },
  )

  for (const change of ['add', 'remove'] as const) {
    app.post(`${path}/blocks/${change}`, async (request, reply) => {
      const { member } = visits.of(request, reply)
      const { sub = '' } = fieldsOf(request.body)
      if (member === null) throw new Error('Sign in first.')
      await blocks.change(member, change, sub)
      return reply.redirect(`${path}/profile/${encodeURIComponent(sub)}`, 303)
    })
  }
}
