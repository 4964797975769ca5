import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html, type Html } from '../page.ts'
import { fieldsOf } from '../providers/oauth/oauthRequest.ts'
import type { StandIn } from '../standIn.ts'
import { type AccountEvents, createAccountEvents } from './accountEvents.ts'
import { readLogoutToken } from './readLogoutToken.ts'
import type { Brand } from './brands.ts'
import { accountsOf } from './accountsOf.ts'
import { beginHandOver, completeHandOver } from './handOver.ts'
import { createPortalClients } from './portalClient.ts'
import { eventList, frontPage, invitation, legacyContent, lounge, sitePage } from './sitePage.ts'
import { createSignOn, NotSignedInError } from './signOn.ts'
import { type Visit, Visits } from './visits.ts'

type SiteSwitches = {
  /** Answers 500 to events. */
  rejectEvents: boolean
  /** Answers 500 to log-outs that the portal tells of. */
  rejectLogouts: boolean
}

/** A site that players sign in to with their account: pages, a session of its own, no password. */
export function site(brand: Brand): StandIn<SiteSwitches> {
  const { slug, title, about } = brand
  const path = `/${slug}`
  const visits = new Visits(slug)
  const portals = createPortalClients(brand)
  const events = brand.webhookSecret && createAccountEvents(brand.webhookSecret, visits)
  return {
    name: slug,
    title,
    about,
    switches: { rejectEvents: false, rejectLogouts: false },
    reset() {
      visits.clear()
      if (events) events.clear()
    },
    mount(app, { switches }) {
      let port = 80
      app.addHook('onRequest', async ({ socket }) => {
        port = socket.localPort ?? port
      })
      const origin = () => `http://${brand.host}:${port}`
      const beginnings = new Set(
        ['lounge', 'login', 'legacy/login'].map((page) => `${path}/${page}`),
      )
      app.addHook('onRequest', async ({ hostname, url }, reply) => {
        // Whoever sets out on another host would not be known on the way back.
        const isBeginning = beginnings.has(url.replace(/\?.*$/, ''))
        if (isBeginning && hostname !== brand.host) await reply.redirect(`${origin()}${url}`)
      })
      const redirectUri = () => `${origin()}${path}/callback`
      const signOn = createSignOn(brand, portals, origin)

      const show = async (reply: FastifyReply, visit: Visit, heading: string, content: Html) => {
        const { member, portal } = visit
        const accounts = await accountsOf(portal)
        return reply
          .type('text/html')
          .header('cache-control', 'no-store')
          .send(sitePage({ brand, heading, content, member, portal, accounts }))
      }

      app.setErrorHandler((error, request, reply) => {
        const reason = error instanceof Error ? error.message : 'No reason.'
        const content = html`<p>${reason}</p>
          <p><a href="${path}">Begin again</a></p>`
        return show(reply.code(400), visits.of(request, reply), 'That did not work', content)
      })

      app.get(path, (request, reply) => {
        const visit = visits.of(request, reply)
        const told = events ? [eventList(events.newest())] : []
        return show(reply, visit, title, html`${frontPage()} ${told}`)
      })

      app.get<{ Params: { '*': string } }>(`${path}/*`, (request, reply) =>
        show(
          reply,
          visits.of(request, reply),
          'A page of the community',
          html`<p>This would be <strong>${request.params['*']}</strong>.</p>`,
        ),
      )

      app.get<{ Querystring: { stranger?: string } }>(`${path}/lounge`, async (request, reply) => {
        const visit = visits.of(request, reply)
        if (visit.member === null && request.query.stranger === undefined) {
          return reply.redirect(await signOn.begin(visit, `${path}/lounge`, true))
        }
        // What the portal no longer stands for is over here, too.
        if (visit.member?.isStale) {
          await signOn.reread(visit.member).catch(() => {
            visit.member = null
          })
        }
        const content = visit.member ? lounge(brand, visit.member) : invitation(brand)
        return show(reply, visit, 'The lounge', content)
      })

      app.get(`${path}/login`, async (request, reply) => {
        const visit = visits.of(request, reply)
        return reply.redirect(await signOn.begin(visit, `${path}/lounge`, false))
      })

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
          return reply.redirect(`${error.back}?stranger`, 303)
        }
      })

      app.get(`${path}/legacy`, (request, reply) => {
        const visit = visits.of(request, reply)
        return show(reply, visit, 'The older way', legacyContent(brand, visit.member))
      })

      app.get(`${path}/legacy/login`, (request, reply) =>
        reply.redirect(beginHandOver(visits.of(request, reply), brand, redirectUri())),
      )

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

      app.post(`${path}/backchannel-logout`, async (request, reply) => {
        if (switches.rejectLogouts) return reply.code(500).send()
        reply.header('cache-control', 'no-store')
        const { logout_token: token = '' } = fieldsOf(request.body)
        try {
          visits.end(await readLogoutToken(token, slug, portals))
        } catch {
          return reply.code(400).send({ error: 'invalid_request' })
        }
        return reply.code(200).send()
      })

      if (events) mountEvents(app, `${path}/events`, events, () => switches.rejectEvents)
    },
  }
}

/** Takes events in. What is signed is the body as it came, so that nobody may parse it before. */
function mountEvents(
  app: FastifyInstance,
  url: string,
  events: AccountEvents,
  isRejecting: () => boolean,
): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.post(url, (request: FastifyRequest, reply) => {
    if (isRejecting()) return reply.code(500).send()
    try {
      events.hear(String(request.body), request.headers as Record<string, string>)
    } catch {
      return reply.code(400).send({ error: 'invalid signature' })
    }
    return reply.code(204).send()
  })
}
