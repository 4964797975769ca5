import type { ActRow } from '@gatehouse/contract/acts/act'
import { bodyBytesAt, hasAct } from '@gatehouse/contract/acts/entrances'
import { type ActName, actNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import { deployment as ofDeployment } from '@gatehouse/contract/acts/orderFields'
import type { Allowed, Me, MyDeployment } from '@gatehouse/contract/console/me'
import { themeOf } from '@gatehouse/contract/theme/themes'
import { type Scheme, tokenColours } from '@gatehouse/contract/theme/tokenColours'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { asCsv } from '@gatehouse/contract/csv'
import * as z from 'zod'
import { waitingFor } from '../acts/people/approvalActs.ts'
import { type ActAnswer, refused, type Waiting } from '../acts/orders/actAnswer.ts'
import { isProven, orderByStaff, type StaffOrder } from '../acts/orders/orderByStaff.ts'
import { deleteDownload, findDownload } from '../../database/staff/downloads.ts'
import { endStaffSessions, listStaffSessions } from '../../database/staff/staffSessions.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { after } from '../../platform/clock.ts'
import { unseal } from '../../platform/crypto/seal.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'
import { logEvent } from '../../platform/observability/events.ts'
import type { IdentityProvider } from '../people/identityProvider.ts'
import { markOf, type Staff } from '../people/staffCaller.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { artOf, changedTokens, themeNameOf } from '../../deployments/themeTokens.ts'
import { isUploadFile } from '../../accounts/uploads/uploadStorage.ts'
import { refuse } from './answers.ts'
import { answerAssistant } from './assistantApi.ts'
import { describeActs } from './describeActs.ts'
import { callerOf, createGate, type Gate, signedInOf } from './gate.ts'
import type { Caller, ConsoleServices, SignedIn, StaffSessions } from './staffSession.ts'

const envelope = z.strictObject({
  order: z.unknown(),
  why: z.string().default(''),
  dryRun: z.boolean().default(false),
})

const json = 'application/json; charset=utf-8'

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
  const gate = createGate(app, services, sessions, provider)
  mountOwnThings(app, services, gate)
  mountPictures(app, services, gate)
  mountSignOut(app, services, { gate, provider, sessions })
  mountOrders(app, services, gate)
}

/** The person, the person's log-ins, and files that were made for the person. */
function mountOwnThings(app: FastifyInstance, services: ConsoleServices, gate: Gate): void {
  const { database, clock, deployments, key } = services

  app.get('/api/v1/me', { onRequest: gate.page }, async (request) => ({
    data: await meOf(signedInOf(request), services),
  }))
  app.get('/api/v1/me/sessions', { onRequest: gate.page }, async (request) => {
    const { session } = signedInOf(request)
    const open = await listStaffSessions(database.kysely, session, clock.now())
    return { data: open.map((each) => ({ ...each, isThis: each.id === session.id })) }
  })
  app.post('/api/v1/me/sessions/end', { onRequest: gate.person }, async (request, reply) => {
    const { iss, sub } = signedInOf(request).session
    const given = z.strictObject({ id: z.int() }).safeParse(request.body)
    if (!given.success) return refuse(reply, 400, 'INVALID_ORDER', 'Name the log-in.')
    const which = { iss, sub, ...given.data }
    const count = await endStaffSessions(database.kysely, which, clock.now())
    return { data: { count }, message: count === 1 ? 'The log-in is ended.' : 'It had ended.' }
  })
  app.post('/downloads/:ticket', { onRequest: gate.caller }, async (request, reply) => {
    const { ticket } = request.params as { readonly ticket: string }
    const { staff } = callerOf(request)
    const file = await inTransaction(database.kysely, async (transaction) => {
      const own = { ticketHash: hashOf(ticket), staffKey: staff.key, now: clock.now() }
      const found = await findDownload(transaction, own)
      // It was made while the person had a role for it.
      if (!found || !mayTake(found, staff, deployments)) return null
      return (await deleteDownload(transaction, own.ticketHash)) ? found : null
    })
    if (file === null) {
      return refuse(reply, 410, 'GONE', 'The file was taken, is not yours, or its time is over.')
    }
    return reply
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .type(`${isTable(file.name) ? 'text/csv' : 'application/json'}; charset=utf-8`)
      .send(textOf(file.name, unseal(file.content_sealed, key.console)))
  })
}

/** Pictures that players uploaded: the policy of the console's pages lets in no other host's. */
function mountPictures(app: FastifyInstance, { uploads }: ConsoleServices, gate: Gate): void {
  app.get<{ Params: { readonly deployment: string; readonly file: string } }>(
    '/api/v1/pictures/:deployment/:file',
    { onRequest: gate.page },
    async (request, reply) => {
      const { deployment, file } = request.params
      const { acts } = allowedIn(signedInOf(request).staff, deployment)
      const isKnown = isUploadFile(file) && acts.includes('players show')
      const bytes = isKnown ? await uploads.read(deployment, file) : null
      if (bytes === null) return refuse(reply, 404, 'UNKNOWN', 'There is no such picture.')
      return reply.type('image/webp').send(Buffer.from(bytes))
    },
  )
}

/** True for who may order the act of a file now, where its player is; anywhere, if it is about none. */
function mayTake(
  { name, about }: { readonly name: string; readonly about: string | null },
  staff: Staff,
  deployments: ConsoleServices['deployments'],
): boolean {
  const [place] = about?.split('/') ?? []
  const places = place === undefined ? [null, ...deployments.all.map(({ name }) => name)] : [place]
  const rows: readonly ActRow[] = Object.values(everyAct)
  const allowed = new Set(rows.flatMap((row) => (row.fileName === name ? row.roles : [])))
  return places.some((each) => staff.rolesIn(each).some((role) => allowed.has(role)))
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
  app.post('/sign-out', { onRequest: gate.person }, async (request, reply) => {
    const { staff, session } = signedInOf(request)
    await endStaffSessions(database.kysely, { id: session.id }, clock.now())
    sessions.clear(reply)
    logEvent(log, 'staff.sessions_ended', { person: staff.name, count: 1, reason: 'sign-out' })
    const location = await provider.signOutUrl().catch(() => null)
    return { data: { location: location ?? '/' } }
  })
}

/** Every act that a role orders. */
function mountOrders(app: FastifyInstance, services: ConsoleServices, gate: Gate): void {
  const { log, rateLimiter } = services

  app.get('/api/openapi.json', (_, reply) => reply.type(json).send(describeActs('console')))

  for (const name of actNames) {
    const row: ActRow = everyAct[name]
    if (!hasAct('console', row)) continue
    const url = `/api/v1/${name.replaceAll(' ', '/')}`
    const bodyLimit = bodyBytesAt('console', row)
    app.post(url, { onRequest: gate.caller, bodyLimit }, async (request, reply) => {
      const by = callerOf(request)
      const entrance = by.session === null ? 'service' : 'console'
      if (!hasAct(entrance, row)) {
        return refuse(reply, 404, 'UNKNOWN_ACT', 'Only people can do this: a service cannot.')
      }
      const given = envelope.safeParse(request.body)
      const keyGiven = request.headers['idempotency-key']
      const key = keyGiven === undefined ? null : idempotencyKey.safeParse(keyGiven)
      if (!given.success || key?.success === false) {
        return refuse(reply, 400, 'INVALID_ORDER', 'Orders have another form.')
      }
      const { order, why, dryRun: isDry } = given.data
      const ordered = { entrance, order, why, isDry, key: key?.data ?? null } as const
      return send(reply, await orderBy(by, name, ordered))
    })
  }

  const rows: readonly ActRow[] = Object.values(everyAct)
  const largest = Math.max(...rows.map((row) => bodyBytesAt('assistant', row)))
  app.post('/mcp', { onRequest: gate.caller, bodyLimit: largest }, (request, reply) => {
    const by = callerOf(request)
    if (by.session !== null) {
      return refuse(reply, 403, 'NOT_ALLOWED', 'Assistants show the token of a service.')
    }
    return answerAssistant(services, by.staff, request, reply, (_, name, order) =>
      orderBy(by, name, { ...order, entrance: 'assistant' }),
    )
  })
  app.get('/mcp', (_, reply) => refuse(reply, 405, 'UNKNOWN', 'Assistants post their messages.'))

  /** Counts the call, carries the order out, and logs it. */
  async function orderBy({ staff, session }: Caller, name: ActName, given: StaffOrder) {
    const counted = session === null ? staff.key.toString('hex') : `${session.id}`
    const admission = await rateLimiter.consume({ name: '*' }, 'staffCalls', counted)
    if (!admission.isAdmitted) {
      const { retryAfter } = admission
      return refused('TOO_MANY', 'These are too many calls. Wait a moment.', { retryAfter })
    }
    const act = await services.loadAct(name)
    const answer = await orderByStaff(act, given, staff, services)
    const { deployment = null } = (given.order ?? {}) as { readonly deployment?: unknown }
    const how = 'error' in answer ? answer.error : answer.outcome
    logEvent(log, 'staff.ordered', { person: staff.name, act: name, deployment, answer: how })
    return answer
  }
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
    person: markOf(staff.key),
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
      theme: drawnThemeOf(deployment),
      ...allowed,
    })),
    house: allowedIn(staff, null),
    waiting: await waitingFor(services, staff, names),
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

/** Null beside art of its own: the theme's would be another studio's. */
function drawnThemeOf(deployment: Deployment): string | null {
  const { icon, wordmark, banner } = deployment.theme
  if ((icon ?? wordmark ?? banner) !== undefined) return null
  return artOf(deployment.theme, themeNameOf(deployment))
}

function allowedIn(staff: Staff, deployment: string | null): Allowed {
  const roles = staff.rolesIn(deployment)
  const acts = actNames.filter((name) => {
    const row: ActRow = everyAct[name]
    const { deployment: field } = row.order.shape
    // A field of any screen asks for it, and it leads to a deployment.
    if (row.isAnywhere) return false
    // Some acts concern one deployment or all.
    const isHere = deployment === null ? field !== ofDeployment : field !== undefined
    return isHere && row.roles.some((role) => roles.includes(role))
  })
  return { roles, acts }
}
