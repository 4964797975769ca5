import { createJournal } from '../openid/journal.ts'
import { mountProvider } from '../openid/mountProvider.ts'
import { wrongAnswers } from '../providers/wrongAnswers.ts'
import { createSigner, keys } from '../providers/oauth/signer.ts'
import { fieldsOf } from '../providers/oauth/oauthRequest.ts'
import type { StandIn } from '../platform/standIn.ts'
import { mountInteractions } from './interactions.ts'
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

      async function make(issuer: string) {
        // The library loads with the first request, as most runs use no partner.
        const [{ createPartnerProvider }, { bendAnswers }] = await Promise.all([
          import('./partnerProvider.ts'),
          import('./bendAnswers.ts'),
        ])
        const created = createPartnerProvider({
          slug,
          issuer,
          users,
          journal,
          signer: signers.usual,
        })
        bendAnswers(created, users, signers)
        return created
      }

      const provider = mountProvider(app, path, make, (request, reply) => {
        if (request.url !== `${path}/token`) return undefined
        const { code = '' } = fieldsOf(request.body)
        const user = users.byId(journal.subjectOfCode(code) ?? '')
        const { expiredCode, garbage, answer } = users.switchesOf(user)
        if (expiredCode) journal.expire(code)
        return wrongAnswers[garbage ? 'html' : answer]?.(reply)
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
    },
  }
}
