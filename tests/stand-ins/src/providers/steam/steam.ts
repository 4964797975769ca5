import type { FastifyReply, FastifyRequest } from 'fastify'
import { html, page } from '../../platform/page.ts'
import type { StandIn } from '../../platform/standIn.ts'
import { type Brand, accountPicker, mountProviderPages, originOf } from '../accountPicker.ts'
import { createAccounts } from '../accounts.ts'
import { wentWrong } from '../wrongAnswers.ts'
import { type Parameters, createAssertions, openIdNamespace } from './assertions.ts'
import { steamAccounts } from './steamAccounts.ts'
import { mountSteamTickets } from './steamTickets.ts'
import { type SteamSwitches, mountSteamWebApi, steamSwitches } from './steamWebApi.ts'

const brand: Brand = { name: 'steam', title: 'Steam', colours: ['#0b6aa8', '#66c0f4'] }
const about = 'Speaks OpenID 2.0 and the Web API of Steam.'

/** Steam as browsers and servers of a site use it. */
export function createStandIn(now: () => number = Date.now): StandIn<SteamSwitches> {
  return {
    name: brand.name,
    title: brand.title,
    about,
    switches: steamSwitches,
    users: steamAccounts.listed,
    mount(app, stage) {
      const accounts = createAccounts(stage, steamAccounts)
      const assertions = createAssertions(now)
      mountProviderPages(app, brand, about, accounts)
      mountSteamWebApi(app, brand, accounts)
      mountSteamTickets(app, accounts)

      for (const url of ['/steam/openid', '/steam/openid/']) {
        app.get(url, (request, reply) => discovered(request, reply, 'server'))
      }
      app.get<{ Params: { id: string } }>('/steam/openid/id/:id', (request, reply) =>
        accounts.byId(request.params.id) === null
          ? reply.code(404).type('text/html').send('<h1>Error</h1>')
          : discovered(request, reply, 'signon'),
      )

      app.route({
        method: ['GET', 'POST'],
        url: '/steam/openid/login',
        async handler(request, reply) {
          const given = openIdOf(request)
          switch (given['mode'] ?? '') {
            case 'checkid_setup':
              return signIn(request, reply, given)
            case 'check_authentication':
              return check(request, reply, given)
            default:
              return refused(reply, 'There is nothing to sign in to.')
          }
        },
      })

      function signIn(request: FastifyRequest, reply: FastifyReply, given: Parameters) {
        const problem = errorOf(given)
        if (problem !== null) return refused(reply, problem)
        const returnTo = given['return_to'] ?? ''
        const chosen = accounts.chosen(request)
        const { deny, badSig, nonceAgeMs } = accounts.switchesOf(chosen)
        if (chosen === null && !deny) {
          const picker = accountPicker({ brand, accounts, request, backTo: returnTo })
          return reply.type('text/html').send(picker)
        }
        const answer =
          chosen === null || chosen === 'cancel' || deny
            ? { ns: openIdNamespace, mode: 'cancel' }
            : assertions.make({
                origin: originOf(request),
                steamId: chosen.id,
                returnTo,
                ageMs: nonceAgeMs,
                isForged: badSig,
              })
        return reply.redirect(withOpenId(returnTo, answer))
      }

      async function check(request: FastifyRequest, reply: FastifyReply, given: Parameters) {
        const account = accounts.byId(given['claimed_id']?.split('/').at(-1) ?? '')
        const switches = accounts.switchesOf(account)
        if (await wentWrong(request, reply, switches, account)) return reply
        if (request.method !== 'POST' || !isFromSite(request) || switches.blocksServers) {
          return reply.code(403).type('text/html').send('<h1>Access Denied</h1>')
        }
        const isValid = assertions.check(given) && !switches.rejectAll
        return reply.type('text/plain').send(`ns:${openIdNamespace}\nis_valid:${isValid}\n`)
      }
    },
  }
}

/**
 * The document that a library of OpenID 2.0 finds by discovery (Yadis): of Steam, or of an account.
 */
function discovered(request: FastifyRequest, reply: FastifyReply, kind: 'server' | 'signon') {
  return reply.type('application/xrds+xml;charset=utf-8').send(
    `<?xml version="1.0" encoding="UTF-8"?>
<xrds:XRDS xmlns:xrds="xri://$xrds" xmlns="xri://$xrd*($v*2.0)">
	<XRD>
		<Service priority="0">
			<Type>${openIdNamespace}/${kind}</Type>
			<URI>${originOf(request)}/steam/openid/login</URI>
		</Service>
	</XRD>
</xrds:XRDS>
`,
  )
}

function openIdOf({ method, query, body }: FastifyRequest): Parameters {
  const given = Object.entries((method === 'GET' ? query : body) ?? {})
  return Object.fromEntries(
    given.flatMap(([name, value]) =>
      name.startsWith('openid.') && typeof value === 'string'
        ? [[name.slice('openid.'.length), value]]
        : [],
    ),
  )
}

/** The error of a site's request; null without one. */
function errorOf({ ns, claimed_id: claimed, identity, return_to: to, realm }: Parameters) {
  const select = `${openIdNamespace}/identifier_select`
  if (ns !== openIdNamespace) return 'This is not OpenID 2.0.'
  if (claimed !== select || identity !== select) return 'Steam chooses who you are.'
  if (to === undefined || !/^https?:\/\//.test(to) || !URL.canParse(to)) {
    return 'There is no way back.'
  }
  return realm === undefined || to.startsWith(realm) ? null : 'The way back leads elsewhere.'
}

/** Steam answers 403 to a server that sends no origin, unlike a browser. */
function isFromSite({ headers: { origin, referer } }: FastifyRequest): boolean {
  return origin !== undefined || referer !== undefined
}

/** Keeps the site's own query to the byte, because it is signed. */
function withOpenId(returnTo: string, answer: Parameters): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(answer)) query.set(`openid.${name}`, value)
  return `${returnTo}${returnTo.includes('?') ? '&' : '?'}${query.toString()}`
}

function refused(reply: FastifyReply, why: string): FastifyReply {
  return reply
    .code(400)
    .type('text/html')
    .send(page('Steam', html`<p>${why}</p>`))
}
