import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createJournal } from '../openid/journal.ts'
import { mountProvider } from '../openid/mountProvider.ts'
import { isPathHere } from '../openid/returnAddress.ts'
import { fetchByHost } from '../platform/fetchByHost.ts'
import { html, page } from '../platform/page.ts'
import type { StandIn, Switches } from '../platform/standIn.ts'
import { fieldsOf, isEqual, isProvenByHeader } from '../providers/oauth/oauthRequest.ts'
import { type Signer, createSigner, keys } from '../providers/oauth/signer.ts'
import { type Bends, createBends, isBend } from './bends.ts'
import { mountInteractions } from './interactions.ts'
import { type People, type Person, createPeople, isChanges, samplePeople } from './people.ts'
import { aboutPage } from './staffPages.ts'
import { endSessionPath, staffPath } from './staffPaths.ts'

const consoleClient = { id: 'gatehouse-console', secret: 'sample-console-secret' }
const launchBot = { id: 'launch-bot', secret: 'sample-launch-bot' }
const tokenSeconds = 3600
const logoutSeconds = 120
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

const about = "The OpenID provider of the studio's own staff, for the console."

/** The address of the console that hears of log-outs, and for which services get tokens. */
function consoleUrl(): string {
  const { CONSOLE_URL, CONSOLE_PORT = '4003' } = process.env
  return CONSOLE_URL ?? `http://console.localhost:${CONSOLE_PORT}`
}

/** The studio's OpenID provider, where employees sign in to the console. */
export function staff(): StandIn<Switches> {
  const journal = createJournal()
  const signer = createSigner(keys.usual, 'staff')
  const bends = createBends(signer, consoleClient.secret)
  return {
    name: 'staff',
    path: staffPath,
    title: 'Staff',
    about,
    switches: {},
    users: samplePeople,
    reset: () => bends.set({}),
    mount(app, stage) {
      const people = createPeople(stage)
      const consoles = new Map<string, Set<string>>()
      const provider = mountProvider(
        app,
        staffPath,
        async (issuer) => {
          // The library loads with the first request, as most runs have no console.
          const { createStaffProvider } = await import('./staffProvider.ts')
          return createStaffProvider({
            issuer,
            signer,
            journal,
            people,
            bends,
            client: consoleClient,
          })
        },
        (request, reply) => serviceToken(request, reply, signer, bends),
      )
      app.get(staffPath, (_request, reply) =>
        reply.type('text/html').send(aboutPage(about, people.listed())),
      )
      mountInteractions(app, people, provider, ({ id }, origin) => {
        consoles.set(id, new Set([...(consoles.get(id) ?? []), origin]))
      })
      mountEndOfSession(app)
      mountControl(app, people, bends)
      app.post(`${staffPath}/backchannel`, async (request, reply) => {
        const person = people.byId(fieldsOf(request.body)['first'] ?? '')
        if (person === null) return reply.code(404).send({ error: 'there is no such person' })
        const issuer = issuerOf(request)
        const origins = consoles.get(person.id) ?? [consoleUrl()]
        return Promise.all([...origins].map((origin) => sendLogout(signer, issuer, person, origin)))
      })
    },
  }
}

/** An access token of a service, by RFC 9068. Leaves other grants to the provider. */
async function serviceToken(
  request: FastifyRequest,
  reply: FastifyReply,
  signer: Signer,
  bends: Bends,
): Promise<unknown> {
  const { grant_type: grant, client_id: id = '', ...fields } = fieldsOf(request.body)
  if (request.url !== `${staffPath}/token` || grant !== 'client_credentials') return undefined
  const isProven =
    isProvenByHeader(request, launchBot) ||
    (id === launchBot.id && isEqual(fields['client_secret'] ?? '', launchBot.secret))
  if (!isProven) return reply.code(401).send({ error: 'invalid_client' })
  const now = Math.floor(Date.now() / 1000)
  const token = await signer.sign(
    {
      iss: issuerOf(request),
      sub: launchBot.id,
      client_id: launchBot.id,
      aud: fields['resource'] ?? consoleUrl(),
      iat: now,
      exp: now + tokenSeconds,
      jti: randomUUID(),
    },
    'at+jwt',
  )
  const body = { token_type: 'Bearer', expires_in: tokenSeconds }
  return reply
    .header('cache-control', 'no-store')
    .send({ access_token: await bends.apply(token), ...body })
}

/** Adds the address at which the browser ends its session. There is none, so it only leads back. */
function mountEndOfSession(app: FastifyInstance): void {
  app.get(endSessionPath, (request, reply) => {
    const { post_logout_redirect_uri: back = '', state } = fieldsOf(request.query)
    if (!URL.canParse(back) || !isPathHere(back, new URL(back).pathname)) {
      const words = html`<p>You can close this window.</p>`
      return reply.type('text/html').send(page('You are signed out', words))
    }
    const url = new URL(back)
    if (state !== undefined) url.searchParams.set('state', state)
    return reply.redirect(url.href)
  })
}

/** Adds the calls by which tests change persons and spoil tokens. */
function mountControl(app: FastifyInstance, people: People, bends: Bends): void {
  app.post<{ Params: { first: string } }>(
    `${staffPath}/people/:first`,
    ({ params: { first }, body }, reply) => {
      if (!isChanges(body)) return reply.code(400).send({ error: 'this is no change of a person' })
      const person = people.change(first, body)
      return person ?? reply.code(404).send({ error: 'there is no such person' })
    },
  )
  app.post(`${staffPath}/bend`, ({ body }, reply) => {
    if (!isBend(body)) return reply.code(400).send({ error: 'a token does not bend like this' })
    bends.set(body)
    return {}
  })
}

/** Sends the log-out of a person to a console, and returns its answer. */
async function sendLogout(signer: Signer, issuer: string, { sub }: Person, origin: string) {
  const now = Math.floor(Date.now() / 1000)
  const token = await signer.sign(
    {
      iss: issuer,
      sub,
      aud: consoleClient.id,
      iat: now,
      exp: now + logoutSeconds,
      jti: randomUUID(),
      events: { [logoutEvent]: {} },
    },
    'logout+jwt',
  )
  const url = `${origin}/backchannel-logout`
  const body = new URLSearchParams({ logout_token: token })
  const answer = await fetchByHost(url, { method: 'POST', body }).catch(() => null)
  return { url, status: answer?.status ?? 0 }
}

function issuerOf({ socket }: FastifyRequest): string {
  return `http://localhost:${socket.localPort ?? 80}${staffPath}`
}
