import type { ActRow } from '@gatehouse/contract/acts/act'
import { type ActName, actNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import { deployment as ofDeployment } from '@gatehouse/contract/acts/orderFields'
import type { Allowed, Me, MyDeployment } from '@gatehouse/contract/console/me'
import { themeOf } from '@gatehouse/contract/theme/themes'
import { type Scheme, tokenColours } from '@gatehouse/contract/theme/tokenColours'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asCsv } from '@gatehouse/contract/csv'
import * as z from 'zod'
import { countWaiting } from '../acts/approvalActs.ts'
import { type ActAnswer, refused, type Waiting } from '../acts/orders/actAnswer.ts'
import { isProven, orderByStaff, type StaffOrder } from '../acts/orders/orderByStaff.ts'
import { takeDownload } from '../database/staff/downloads.ts'
import { endStaffSessions, listStaffSessions } from '../database/staff/staffSessions.ts'
import { after } from '../platform/clock.ts'
import { unseal } from '../platform/crypto/seal.ts'
import { hashOf } from '../platform/crypto/secrets.ts'
import { logEvent } from '../platform/observability/events.ts'
import { type IdentityProvider, ProviderAwayError } from '../staff/identityProvider.ts'
import type { Staff } from '../staff/staffCaller.ts'
import type { Deployment } from '../tenants/deployments.ts'
import { changedTokens, themeNameOf } from '../tenants/themeTokens.ts'
import { refuse } from './answers.ts'
import { answerAssistant } from './assistantApi.ts'
import { describeActs } from './describeActs.ts'
import type { Caller, ConsoleServices, SignedIn, StaffSessions } from './staffSession.ts'

const envelope = z.strictObject({
  order: z.unknown(),
  why: z.string().default(''),
  dryRun: z.boolean().default(false),
})

const idempotencyKey = z.string().regex(/^[\x21-\x7e]{8,100}$/)

const statuses: Readonly<Record<string, number>> = {
  NOT_SIGNED_IN: 401,
  PROOF_REQUIRED: 401,
  NOT_ALLOWED: 403,
  UNKNOWN_DEPLOYMENT: 404,
  TOO_MANY: 429,
}

/**
 * The API of the console: the person's own things, for its own pages, and every act that a role
 * orders, for services too. A request of another site is refused by its type, its header and its
 * origin; a token of a service is in a header that no other site sends.
 */
export function mountStaffApi(
  app: FastifyInstance,
  services: ConsoleServices,
  provider: IdentityProvider,
  sessions: StaffSessions,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const { hasCookie, hasToken } = sessions.credentialsOf(request)
    if (!hasCookie || !hasToken) return undefined
    return refuse(reply, 400, 'TWO_CREDENTIALS', 'Send a cookie or a token, not both.')
  })
  const gate = createGate(services, sessions, provider)
  mountOwnThings(app, services, gate)
  mountSignOut(app, services, { gate, provider, sessions })
  mountOrders(app, services, gate)
}

type Handle<By> = (by: By, request: FastifyRequest, reply: FastifyReply) => unknown
type Gate = ReturnType<typeof createGate>

/**
 * Lets a call through for the person who is signed in, or for a service too. With `isAlive` it is a
 * person's doing, unless it says that a page alone watches.
 */
function createGate(
  { settings, log }: ConsoleServices,
  sessions: StaffSessions,
  provider: IdentityProvider,
) {
  function isOwnPage({ headers }: FastifyRequest): boolean {
    const { 'sec-fetch-site': site, origin } = headers
    const isSame = site === undefined ? origin === settings.CONSOLE_URL : site === 'same-origin'
    return isSame && headers['x-gatehouse-console'] === '1'
  }

  /** With `isAlive` the call is a person's doing. */
  const forStaff =
    (isAlive: boolean, handle: Handle<SignedIn>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isOwnPage(request)) {
        return refuse(reply, 403, 'FOREIGN', 'Only the console’s own pages ask this.')
      }
      const signedIn = await sessions.find(
        request,
        isAlive && request.headers['x-gatehouse-watching'] === undefined,
      )
      if (signedIn === null) return refuse(reply, 401, 'NOT_SIGNED_IN', 'Sign in first.')
      return handle(signedIn, request, reply)
    }

  function forCallers(handle: Handle<Caller>) {
    const forPerson = forStaff(true, handle)
    return async (request: FastifyRequest, reply: FastifyReply) => {
      if (!sessions.credentialsOf(request).hasToken) return forPerson(request, reply)
      try {
        const staff = await sessions.findService(request, provider)
        if (staff !== null) return await handle({ staff, session: null }, request, reply)
      } catch (error) {
        if (!(error instanceof ProviderAwayError)) throw error
        logEvent(log, 'staff.provider_unreachable', { reason: error.message })
        return refuse(reply, 503, 'UNAVAILABLE', 'The identity provider does not answer.')
      }
      logEvent(log, 'staff.sign_in_refused', { reason: 'token', ip: request.ip })
      return refuse(reply, 401, 'NOT_SIGNED_IN', 'The token is none of a service of this console.')
    }
  }

  return { forStaff, forCallers }
}

/** The person, the person's log-ins, and files that were made for the person. */
function mountOwnThings(
  app: FastifyInstance,
  services: ConsoleServices,
  { forStaff, forCallers }: Gate,
): void {
  const { database, clock, key } = services

  app.get(
    '/api/v1/me',
    forStaff(false, async (signedIn) => ({ data: await meOf(signedIn, services) })),
  )

  app.get(
    '/api/v1/me/sessions',
    forStaff(false, async ({ session }) => {
      const open = await listStaffSessions(database.kysely, session, clock.now())
      return { data: open.map((each) => ({ ...each, isThis: each.id === session.id })) }
    }),
  )

  app.post(
    '/api/v1/me/sessions/end',
    forStaff(true, async ({ session: { iss, sub } }, request, reply) => {
      const given = z.strictObject({ id: z.int() }).safeParse(request.body)
      if (!given.success) return refuse(reply, 400, 'INVALID_ORDER', 'Name the log-in.')
      const which = { iss, sub, ...given.data }
      const count = await endStaffSessions(database.kysely, which, clock.now())
      return { data: { count }, message: count === 1 ? 'The log-in is ended.' : 'It had ended.' }
    }),
  )

  app.post(
    '/downloads/:ticket',
    forCallers(async ({ staff }, request, reply) => {
      const { ticket } = request.params as { readonly ticket: string }
      const own = { ticketHash: hashOf(ticket), staffKey: staff.key, now: clock.now() }
      const file = await takeDownload(database.kysely, own)
      if (!file) return refuse(reply, 410, 'GONE', 'The file was taken, or its time is over.')
      return reply
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .type(`${isTable(file.name) ? 'text/csv' : 'application/json'}; charset=utf-8`)
        .send(textOf(file.name, unseal(file.content_sealed, key.console)))
    }),
  )
}

const isTable = (name: string) => name.endsWith('.csv')

/** The data of a file as its name says: rows as a table, anything else as JSON. */
function textOf(name: string, data: unknown): string {
  if (!isTable(name)) return JSON.stringify(data, null, 2)
  const rows = data as readonly Readonly<Record<string, unknown>>[]
  return asCsv(Object.keys(rows[0] ?? {}), rows.map(Object.values))
}

interface SignOut {
  readonly gate: Gate
  readonly provider: IdentityProvider
  readonly sessions: StaffSessions
}

function mountSignOut(
  app: FastifyInstance,
  { database, clock, log }: ConsoleServices,
  { gate, provider, sessions }: SignOut,
): void {
  app.post(
    '/sign-out',
    gate.forStaff(true, async ({ staff, session: { id } }, _, reply) => {
      await endStaffSessions(database.kysely, { id }, clock.now())
      sessions.clear(reply)
      logEvent(log, 'staff.sessions_ended', { person: staff.name, count: 1, reason: 'sign-out' })
      const location = await provider.signOutUrl().catch(() => null)
      return { data: { location: location ?? '/' } }
    }),
  )
}

/** Every act that a role orders. */
function mountOrders(app: FastifyInstance, services: ConsoleServices, gate: Gate): void {
  const { log, rateLimiter } = services

  app.get('/api/openapi.json', () => describeActs())

  app.post(
    '/api/v1/*',
    gate.forCallers(async (by, request, reply) => {
      const name = (request.params as { readonly '*': string })['*'].replaceAll('/', ' ')
      if (!isServed(name)) return refuse(reply, 404, 'UNKNOWN_ACT', 'There is no such act.')
      const given = envelope.safeParse(request.body)
      const keyGiven = request.headers['idempotency-key']
      const key = keyGiven === undefined ? null : idempotencyKey.safeParse(keyGiven)
      if (!given.success || key?.success === false) {
        return refuse(reply, 400, 'INVALID_ORDER', 'Orders have another form.')
      }
      const { order, why, dryRun: isDry } = given.data
      const answer = await orderBy(by, name, { order, why, isDry, key: key?.data ?? null })
      return send(reply, answer)
    }),
  )

  app.post(
    '/mcp',
    gate.forCallers(({ staff, session }, request, reply) => {
      if (session !== null) {
        return refuse(reply, 403, 'NOT_ALLOWED', 'Assistants show the token of a service.')
      }
      return answerAssistant(services, staff, request, reply, (_, name, order) =>
        orderBy({ staff, session }, name, order),
      )
    }),
  )
  app.get('/mcp', (_, reply) => refuse(reply, 405, 'UNKNOWN', 'Assistants post their messages.'))

  /** Counts the call, carries the order out, and notes it. */
  async function orderBy({ staff, session }: Caller, name: ActName, given: StaffOrder) {
    const counted = session === null ? staff.key.toString('hex') : `${session.id}`
    const admission = await rateLimiter.consume({ name: '*' }, 'staffCalls', counted)
    if (!admission.isAdmitted) {
      const { retryAfter } = admission
      return refused('TOO_MANY', 'These are too many calls. Wait a moment.', { retryAfter })
    }
    const act = await services.loadAct(name)
    // A look and a trial change nothing: there is nothing to repeat.
    const isOnce = act.row.kind !== 'look' && !given.isDry
    const ordered = { ...given, key: isOnce ? given.key : null }
    const answer = await orderByStaff(act, ordered, staff, services)
    note(staff, name, given.order, answer)
    return answer
  }

  function note(staff: Staff, act: string, order: unknown, answer: ActAnswer | Waiting): void {
    const { deployment = null } = (order ?? {}) as { readonly deployment?: unknown }
    const how = 'error' in answer ? answer.error : answer.outcome
    logEvent(log, 'staff.ordered', { person: staff.name, act, deployment, answer: how })
  }
}

function isServed(name: string): name is ActName {
  return Object.hasOwn(everyAct, name) && (everyAct[name as ActName] as ActRow).roles.length > 0
}

function send(reply: FastifyReply, { outcome, ...answer }: ActAnswer | Waiting) {
  if ('approval' in answer) return reply.code(202).send(answer)
  if (!('error' in answer)) return { data: answer.data, message: answer.message }
  const { retryAfter } = (answer.data ?? {}) as { readonly retryAfter?: number }
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
  const status = statuses[answer.error] ?? (outcome === 'misunderstood' ? 400 : 409)
  return reply.code(status).send(answer)
}

/** The person, and what the person may order where. */
async function meOf({ staff, session }: SignedIn, services: ConsoleServices): Promise<Me> {
  const { deployments, settings } = services
  const named = deployments.all
    .map((deployment) => ({ deployment, allowed: allowedIn(staff, deployment.name) }))
    .filter(({ allowed }) => allowed.roles.length > 0)
    .toSorted((one, other) => (one.deployment.name < other.deployment.name ? -1 : 1))
  const names = named.map(({ deployment }) => deployment.name)
  return {
    name: staff.name,
    email: staff.email,
    session: {
      id: session.id,
      endsAt: session.ends_at.toISOString(),
      idleSeconds: settings.STAFF_IDLE_SECONDS,
      provenUntil: isProven(staff, services)
        ? after(session.proven_at, settings.STAFF_STEP_UP_SECONDS).toISOString()
        : null,
    },
    deployments: named.map(({ deployment, allowed }) => ({
      name: deployment.name,
      title: deployment.name.toUpperCase(),
      isProduction: deployment.configuration.IsProd,
      portal: deployment.origin,
      accent: accentOf(deployment),
      ...allowed,
    })),
    house: allowedIn(staff, null),
    approvals: await countWaiting(services, staff, names),
    ticketUrl: settings.TICKET_URL ?? null,
  }
}

/** A deployment's own colours have been measured against each other, as those of its theme. */
function accentOf(deployment: Deployment): MyDeployment['accent'] {
  const { tokens } = themeOf(themeNameOf(deployment))
  const changed = changedTokens(tokens, deployment.theme.tokens)
  const colourOf = (token: string, scheme: Scheme) => tokenColours(changed, token, scheme)[0] ?? ''
  const accentIn = (scheme: Scheme) => ({
    ground: colourOf('accent', scheme),
    text: colourOf('on-accent', scheme),
  })
  return { light: accentIn('light'), dark: accentIn('dark') }
}

function allowedIn(staff: Staff, deployment: string | null): Allowed {
  const roles = staff.rolesIn(deployment)
  const acts = actNames.filter((name) => {
    const row: ActRow = everyAct[name]
    const { deployment: field } = row.order.shape
    // Some acts concern one deployment or all.
    const isHere = deployment === null ? field !== ofDeployment : field !== undefined
    return isHere && row.roles.some((role) => roles.includes(role))
  })
  return { roles, acts }
}
