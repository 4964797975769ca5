import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  endStaffSessions,
  findStaffSessionById,
  noteStaffGroups,
  noteStaffProof,
} from '../../database/staff/staffSessions.ts'
import { lifetimes } from '@gatehouse/contract/limits'
import { addressOf, senderOf } from '../../http/clientContext.ts'
import { after } from '../../platform/clock.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import { isSame, newSecret } from '../../platform/crypto/secrets.ts'
import { escapeHtml } from '../../platform/escapeHtml.ts'
import { UnreachableError } from '../../platform/http-client/outbound.ts'
import { type EventLog, logEvent } from '../../platform/observability/events.ts'
import type { IdentityProvider, StaffFlow, StaffIdentity } from '../people/identityProvider.ts'
import { refuse } from './answers.ts'
import type { ConsoleServices, StaffSessions } from './staffSession.ts'

/** A visit to the identity provider, sealed in a cookie until the browser is back. */
interface Visit extends StaffFlow {
  /** Where the person goes on. */
  readonly to: string
  /** The log-in that is proven once more; null for another log-in. */
  readonly session: number | null
  /** Milliseconds since 1970. */
  readonly from: number
}

/** Clocks of two machines differ by so many seconds. */
const secondsOfDoubt = 30

/** Limits count for no deployment. */
const everywhere = { name: '*' } as const

/** The log-in of staff at the studio's identity provider, and the proof before some acts. */
export function mountSignIn(
  app: FastifyInstance,
  services: ConsoleServices,
  provider: IdentityProvider,
  sessions: StaffSessions,
): void {
  const parts = { services, provider, sessions }

  app.get<{ Querystring: { to?: unknown } }>('/sign-in', (request, reply) =>
    leave(parts, reply, { to: ownPath(request.query.to), session: null }),
  )
  app.get('/step-up', async (request, reply) => {
    const signedIn = await sessions.find(request, true)
    if (signedIn === null) return reply.redirect('/sign-in')
    return leave(parts, reply, { to: '/', session: signedIn.session.id })
  })
  // A code is used once, and by nobody who asks for headers alone.
  app.get('/sign-in/callback', { exposeHeadRoute: false }, (request, reply) =>
    comeBack(parts, request, reply),
  )
  app.get('/sign-in/page.css', (_, reply) => reply.type('text/css; charset=utf-8').send(pageStyle))
  app.get('/sign-in/proven.js', (_, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .send("new BroadcastChannel('gatehouse-staff').postMessage('proven')\nclose()\n"),
  )
  app.register(async (scope) => mountLogout(scope, services, provider))
}

interface Parts {
  readonly services: ConsoleServices
  readonly provider: IdentityProvider
  readonly sessions: StaffSessions
}

/** Sends the browser to the identity provider. */
async function leave(
  { services: { clock, key, log }, provider, sessions }: Parts,
  reply: FastifyReply,
  visit: Pick<Visit, 'to' | 'session'>,
) {
  const flow = { state: newSecret(), nonce: newSecret(), verifier: newSecret() }
  try {
    const url = await provider.pageUrl(flow, visit.session !== null)
    const sealed = seal({ ...flow, ...visit, from: clock.now().getTime() }, key.console)
    sessions.flow.set(reply, sealed, lifetimes.pendingFlow)
    return await reply.redirect(url)
  } catch (error) {
    return away(log, reply, error, visit.to)
  }
}

/** The identity provider does not answer: people who are signed in go on, and others wait. */
function away(log: EventLog, reply: FastifyReply, error: unknown, to: string) {
  logEvent(log, 'staff.provider_unreachable', { reason: (error as Error).message })
  const text =
    'The identity provider does not answer. People who are signed in go on, and the command line works, too.'
  const href = signInAt(to)
  return page(reply.code(503), 'The sign-in is out of reach', [text], { href, text: 'Try again' })
}

/**
 * The browser is back from the identity provider. An answer to no visit of this browser, by its state, does
 * nothing: any page leads its visitors here, and would end their log-in or keep them out.
 */
async function comeBack(parts: Parts, request: FastifyRequest, reply: FastifyReply) {
  const { services, provider, sessions } = parts
  const { log, rateLimiter } = services
  const { ip } = senderOf(request)
  const address = addressOf(ip)
  const [failed] = await rateLimiter.read(everywhere, [['failedStaffLogins', address]])
  if ((failed?.retryAfter ?? null) !== null) {
    return page(reply.code(429), 'Too many attempts', ['Try again in ten minutes.'])
  }
  const visit = readVisit(sessions.flow.read(request), services)
  const refused = (reason: string, text: string) => {
    logEvent(log, 'staff.sign_in_refused', { reason, ip })
    const again = { href: signInAt(visit?.to ?? '/'), text: 'Sign in' }
    return page(reply.code(403), 'You are not signed in', [text], again)
  }
  const { state } = request.query as { readonly state?: unknown }
  if (visit === null || typeof state !== 'string' || !isSame(state, visit.state)) {
    return refused('no visit', 'This sign-in was not begun here, or is too old.')
  }
  sessions.flow.clear(reply)
  const refusal = async (reason: string, text: string) => {
    await rateLimiter.consume(everywhere, 'failedStaffLogins', address)
    return refused(reason, text)
  }
  let identity: StaffIdentity
  try {
    identity = await provider.complete(visit, queryOf(request))
  } catch (error) {
    if (error instanceof UnreachableError) return away(log, reply, error, visit.to)
    const text = 'The identity provider’s answer was not accepted.'
    return refusal((error as Error).message, text)
  }
  // They are the roles of this person from now on, in each log-in and request, also with none left.
  await noteStaffGroups(services.database.kysely, identity, identity.groups)
  if (visit.session !== null) {
    const wrong = await prove(services, visit, visit.session, identity)
    if (wrong !== null) return refusal(wrong, 'This proof is not yours, or too old.')
    const script = '/sign-in/proven.js'
    const text = 'Close this window and go on.'
    return page(reply, 'You have proven who you are', [text], { script })
  }
  return begin(parts, request, reply, { identity, to: visit.to })
}

/** Opens the log-in of a person who has a role somewhere. */
async function begin(
  { services: { settings, staffRoles, deployments, log }, sessions }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  { identity, to }: { readonly identity: StaffIdentity; readonly to: string },
) {
  const places = [null, ...deployments.all.map(({ name }) => name)]
  if (places.every((place) => staffRoles.rolesIn(identity, place).length === 0)) {
    logEvent(log, 'staff.sign_in_refused', { reason: 'no role', ip: senderOf(request).ip })
    return page(reply.code(403), 'You have no access to this console.', [
      `Ask ${settings.STAFF_CONTACT}.`,
    ])
  }
  const session = await sessions.begin(request, reply, identity)
  logEvent(log, 'staff.signed_in', { person: identity.name, session })
  // The cookie is Strict: it comes along once a page of this host goes on.
  return page(reply, 'You are signed in', [], { href: to, text: 'Go on', isMovingOn: true })
}

/** Notes the proof of a log-in; else says why it is none. */
async function prove(
  { clock, database }: ConsoleServices,
  visit: Visit,
  id: number,
  identity: StaffIdentity,
): Promise<string | null> {
  const session = await findStaffSessionById(database.kysely, id)
  if (!session || session.ended_at !== null) return 'the log-in has ended'
  const isSame = session.iss === identity.iss && session.sub === identity.sub
  if (!isSame) return 'another person'
  const { authTime } = identity
  if (authTime === null || after(authTime, secondsOfDoubt).getTime() < visit.from) {
    return 'an old proof'
  }
  const now = clock.now()
  await noteStaffProof(database.kysely, id, { proven_at: now, seen_at: now })
  return null
}

/** The identity provider says that a person has signed out there. */
function mountLogout(
  app: FastifyInstance,
  { clock, database, log }: ConsoleServices,
  provider: IdentityProvider,
): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  app.post('/backchannel-logout', async ({ body }, reply) => {
    const token = body instanceof URLSearchParams ? body.get('logout_token') : null
    try {
      const which = await provider.readLogout(token ?? '')
      const count = await endStaffSessions(database.kysely, which, clock.now())
      const person = which.sub ?? which.sid
      logEvent(log, 'staff.sessions_ended', { person, count, reason: 'provider' })
      return await reply.code(200).send()
    } catch (error) {
      logEvent(log, 'staff.sign_in_refused', { reason: (error as Error).message })
      return refuse(reply, 400, 'INVALID_TOKEN', 'It is no notice of a log-out.')
    }
  })
}

function signInAt(to: string): string {
  return `/sign-in?to=${encodeURIComponent(to)}`
}

function queryOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at)
}

/** Null without a visit of this browser, and for one that took too long. */
function readVisit(sealed: string | null, { key, clock }: ConsoleServices): Visit | null {
  if (sealed === null) return null
  try {
    const visit = unseal(sealed, key.console) as Visit
    const isOld = clock.now().getTime() - visit.from > lifetimes.pendingFlow * 1000
    return isOld ? null : visit
  } catch {
    return null
  }
}

/** A path of the console; its start for anything else. */
function ownPath(given: unknown): string {
  const isOwn = typeof given === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(given)
  if (!isOwn || given.includes('\\') || given.length > 2000) return '/'
  const url = new URL(given, 'http://console.invalid')
  return url.host === 'console.invalid' && !url.pathname.startsWith('//')
    ? `${url.pathname}${url.search}`
    : '/'
}

interface PageParts {
  readonly href?: string
  readonly text?: string
  readonly script?: string
  readonly isMovingOn?: boolean
}

/** A small page before or beside the application; it works without it. */
function page(
  reply: FastifyReply,
  title: string,
  text: readonly string[],
  { href, text: label, script, isMovingOn = false }: PageParts = {},
) {
  const address = href === undefined ? '' : escapeHtml(href)
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${isMovingOn ? `<meta http-equiv="refresh" content="0; url=${address}">` : ''}
<title>${escapeHtml(title)} · Console</title>
<link rel="stylesheet" href="/sign-in/page.css">
${script === undefined ? '' : `<script src="${script}"></script>`}
</head>
<body><main>
<h1>${escapeHtml(title)}</h1>
${text.map((each) => `<p>${escapeHtml(each)}</p>`).join('\n')}
${href === undefined ? '' : `<p><a href="${address}">${escapeHtml(label ?? '')}</a></p>`}
</main></body></html>
`)
}

const pageStyle = `body { margin: 0; min-height: 100vh; display: grid; place-items: center;
  font: 1rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
main { max-width: 32rem; padding: 2rem; box-sizing: border-box; }
h1 { font-size: 1.5rem; line-height: 1.25; }
a { color: LinkText; }
`
