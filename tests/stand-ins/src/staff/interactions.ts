import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProviderOf } from '../openid/mountProvider.ts'
import { fieldsOf } from '../providers/oauth/oauthRequest.ts'
import type { People, Person } from './people.ts'
import { whoPage } from './staffPages.ts'
import { interactionPath, staffPath } from './staffPaths.ts'

/** The person of a browser, so that a second proof asks for no other. */
const knownCookie = 'gh_standin_staff'

/** Adds the page that asks for the person. `signedIn` hears who went to which console. */
export function mountInteractions(
  app: FastifyInstance,
  people: People,
  providerOf: ProviderOf,
  signedIn: (person: Person, consoleOrigin: string) => void,
): void {
  const url = interactionPath(':uid')
  const detailsOf = async (request: FastifyRequest, reply: FastifyReply) =>
    (await providerOf(request)).interactionDetails(request.raw, reply.raw)

  app.get(url, async (request, reply) => {
    const { params } = await detailsOf(request, reply)
    const known = isProof(params) ? knownPerson(request, params) : null
    const { host } = new URL(String(params['redirect_uri']))
    return reply
      .header('cache-control', 'no-store')
      .type('text/html')
      .send(whoPage(people.listed(), known, { action: request.url, backTo: host }))
  })

  app.post(url, async (request, reply) => {
    const { params } = await detailsOf(request, reply)
    const person = people.byId(fieldsOf(request.body)['person'] ?? '')
    const [acr = ''] = fieldsOf(params)['acr_values']?.split(' ') ?? []
    const result =
      person === null
        ? { error: 'access_denied', error_description: 'The person said no.' }
        : { login: { accountId: person.sub, ...(acr === '' ? {} : { acr }) } }
    if (person !== null) {
      signedIn(person, new URL(String(params['redirect_uri'])).origin)
      const attributes = `Path=${staffPath}/; HttpOnly; SameSite=Lax`
      reply.header('set-cookie', `${knownCookie}=${person.id}; ${attributes}`)
    }
    const provider = await providerOf(request)
    return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303)
  })

  function knownPerson(
    { headers: { cookie = '' } }: FastifyRequest,
    { login_hint: hint }: Readonly<Record<string, unknown>>,
  ): Person | null {
    const [, id = ''] = new RegExp(`(?:^|; *)${knownCookie}=([a-z]+)`).exec(cookie) ?? []
    const hinted = people.listed().find(({ sub, email }) => hint === sub || hint === email)
    return hinted ?? people.byId(id)
  }
}

/** Says whether a client wants to know once more who is there. */
function isProof(params: Readonly<Record<string, unknown>>): boolean {
  const { prompt = '' } = fieldsOf(params)
  return prompt.split(' ').includes('login') || Number(params['max_age'] ?? 1) === 0
}
