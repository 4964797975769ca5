import { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { html, page } from '../platform/page.ts'
import { wrongAnswers } from '../providers/wrongAnswers.ts'
import { createSigner, keys } from '../providers/oauth/signer.ts'
import { fieldsOf } from '../providers/oauth/oauthRequest.ts'
import type { StandIn } from '../platform/standIn.ts'
import { bendAnswers } from './bendAnswers.ts'
import { mountInteractions } from './interactions.ts'
import { createJournal } from './journal.ts'
import { type PartnerBrand, partnerPage } from './partnerPages.ts'
import { type PartnerSwitches, partnerSwitches, serviceSwitches } from './partnerSwitches.ts'
import { createPartnerUsers, seededUsers } from './partnerUsers.ts'
import { createSideMemory, mountSideService } from './sideService.ts'

export interface PartnerOptions extends PartnerBrand {
  /** It has a side service: Steam linking, linked accounts, validation mails. */
  readonly hasService: boolean
}

/** Both hosts behave the same and share no data, so a test can see which one was called. */
const serviceHosts = ['service', 'service-test']

/**
 * A partner that signs players in: an OpenID provider under `/partners/<slug>`, with its own log-in
 * and register pages. Some have a side service.
 */
export function partner({ hasService, ...brand }: PartnerOptions): StandIn<PartnerSwitches> {
  const { slug, title } = brand
  const path = `/partners/${slug}`
  const about = `An OpenID provider with its own pages${hasService ? ', and a side service' : ''}.`
  const journal = createJournal()
  const memories = new Map(serviceHosts.map((host) => [host, createSideMemory()]))
  return {
    name: slug,
    path,
    title,
    about,
    switches: { ...partnerSwitches, ...serviceSwitches },
    users: seededUsers(slug, hasService),
    reset() {
      for (const memory of memories.values()) {
        for (const kept of Object.values(memory)) kept.clear()
      }
    },
    mount(app, stage) {
      const users = createPartnerUsers(slug, stage)
      const signers = {
        usual: createSigner(keys.usual, `${slug}-usual`),
        rotated: createSigner(keys.rotated, `${slug}-rotated`),
      }
      let made: Promise<Provider> | null = null
      const provider = (request: FastifyRequest) => (made ??= make(request))

      async function make({ socket }: FastifyRequest): Promise<Provider> {
        // The library loads with the first request, as most runs use no partner.
        const { createOpenIdProvider } = await import('./openIdProvider.ts')
        const issuer = `http://localhost:${socket.localPort ?? 80}${path}`
        const parts = { slug, issuer, users, journal, signer: signers.usual }
        const created = createOpenIdProvider(parts)
        bendAnswers(created, users, signers)
        return created
      }

      app.setErrorHandler((error, _request, reply) => {
        if (!(error instanceof Error) || error.name !== 'SessionNotFound') throw error
        const words = html`<p>Start again where you came from.</p>`
        return reply.code(400).type('text/html').send(page('This took too long', words))
      })
      app.get(path, (_request, reply) =>
        reply.type('text/html').send(partnerPage(brand, about, users.listed())),
      )
      app.post(`${path}/validate`, ({ body }, reply) => {
        users.change(fieldsOf(body)['user'] ?? '', { emailVerified: true })
        return reply.redirect(path, 303)
      })
      mountInteractions(app, brand, users, provider)
      for (const [host, memory] of hasService ? memories : []) {
        mountSideService(app, `${path}/${host}`, users, memory)
      }

      app.all(`${path}/*`, async (request, reply) => {
        if (request.url === `${path}/token`) {
          const { code = '' } = fieldsOf(request.body)
          const user = users.byId(journal.subjectOfCode(code) ?? '')
          const { expiredCode, garbage, answer } = users.switchesOf(user)
          if (expiredCode) journal.expire(code)
          const wrong = wrongAnswers[garbage ? 'html' : answer]
          if (wrong) return wrong(reply)
        }
        const answer = (await provider(request)).callback()
        reply.hijack()
        return answer(unread(request, path), reply.raw)
      })
    },
  }
}

/** Copies a request below a path, because its form is already read. */
function unread({ raw, body }: FastifyRequest, path: string): IncomingMessage {
  const again = new IncomingMessage(raw.socket)
  const form = new URLSearchParams(fieldsOf(body)).toString()
  const length = { 'content-length': String(Buffer.byteLength(form)) }
  Object.assign(again, {
    method: raw.method,
    url: raw.url?.slice(path.length),
    originalUrl: raw.url,
    httpVersion: raw.httpVersion,
    headers: { ...raw.headers, ...(form === '' ? {} : length) },
    complete: true,
  })
  again.push(form)
  again.push(null)
  return again
}
