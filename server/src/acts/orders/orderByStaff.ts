import type { ActRow, Role } from '@gatehouse/contract/acts/act'
import { maskAnswer } from '@gatehouse/contract/acts/answers'
import { deployment as ofDeployment } from '@gatehouse/contract/acts/orderFields'
import { misnamed } from '@gatehouse/contract/acts/playerNames'
import { insertDownload } from '../../database/staff/downloads.ts'
import {
  answerOrder,
  beginOrder,
  findOrder,
  forgetOrder,
} from '../../database/staff/repeatedOrders.ts'
import { after } from '../../platform/clock.ts'
import { lifetimes } from '@gatehouse/contract/limits'
import type { Executor } from '../../database/schema/executor.ts'
import type { LimitName } from '../../platform/config/settings.ts'
import { seal, unseal } from '../../platform/crypto/seal.ts'
import { hashOf, newSecret } from '../../platform/crypto/secrets.ts'
import { logEvent } from '../../platform/observability/events.ts'
import type { Staff } from '../../staff/staffCaller.ts'
import { ActRefusedError } from './actRefusedError.ts'
import { askForApproval, type Once } from './askForApproval.ts'
import { type Waiting } from './actAnswer.ts'
import { performed, refusalOf, understand } from './carryOut.ts'
import { answerBrokenOff } from './longRun.ts'
import { noteTrial } from './noteTrial.ts'
import { type ActAnswer, refused, refusedName } from './actAnswer.ts'
import type { Act, ActResult, ActServices, Along, Author } from './actTypes.ts'

/** An order in the console, as it is given. */
export interface StaffOrder {
  readonly entrance: 'console' | 'service' | 'assistant'
  readonly order: unknown
  readonly why: string
  /** True where it is only tried: nothing is changed, and neither reason nor proof is needed. */
  readonly isDry: boolean
  /** The same for every repetition of one order; null where it is never repeated. */
  readonly key: string | null
}

/**
 * Carries out an order of staff, or refuses it: by role, by order and reason, by limits, by the proof
 * of the person, by the second person. The roles decide first, so that no person learns
 * of a deployment without a role there. Unexpected errors are thrown.
 */
export async function orderByStaff(
  act: Act,
  given: StaffOrder,
  staff: Staff,
  services: ActServices,
): Promise<ActAnswer | Waiting> {
  const { row } = act
  const forbidden = forbiddance(row, given.order, staff)
  if (forbidden) return forbidden
  const { entrance, isDry: isTrial } = given
  const understood = understand(act, given, { entrance, isTrial })
  if ('outcome' in understood) return understood
  const { order, why } = understood
  const wrong = misnamed(row.order, order, staff.rolesIn(placeOf(row, order)))
  if (wrong !== null) return refusedName(wrong)
  const repeated = await answerTo(given.key, act, order, staff, services)
  if (repeated) return repeated
  const asked = order as Readonly<Record<string, unknown>>
  const tooMuch = row.limitFor?.(asked, staff.rolesIn(placeOf(row, order)), services.clock.now())
  if (tooMuch) return refused(tooMuch.code, tooMuch.message)
  const limited = await overLimit(row, staff, services)
  if (limited) return limited
  if (row.needsProof && !given.isDry && !isProven(staff, services)) {
    const acts: readonly string[] = staff.unprovenIn(placeOf(row, order))
    if (!acts.includes(act.name)) {
      return refused('PROOF_REQUIRED', 'Prove first who you are, at the identity provider.')
    }
  }
  const once = repeatable(given.key, act, order, staff, services)
  try {
    const author = { ...authorOf(staff), why }
    const world = { environment: {}, services }
    if (row.needsApproval && !given.isDry) {
      const refusal = await refusalOf(act, order, author, world)
      if (refusal) return refusal
      const by = { asker: staff, key: staff.key, why }
      return await askForApproval(act, order, by, services, once)
    }
    const roles = staff.rolesIn(placeOf(row, order))
    const finish = (executor: Executor, result: ActResult) =>
      finished(maskedFor(row, result, roles), { act, staff, services, executor })
    const along: Along = given.isDry
      ? { isDry: true }
      : {
          first: once.begin,
          orderKey: given.key === null ? null : keyOf(given.key, staff),
          async last(transaction, result) {
            const given = await finish(transaction, result)
            await once.end(transaction, { outcome: 'done', message: '', ...given })
            return given
          },
        }
    if (given.isDry) await noteTrial(services, act, order, author)
    const answer = await performed(act, order, author, world, along)
    // A long act has begun before it was refused: it may be repeated once its cause is gone.
    const isBegun = row.kind === 'long' && !given.isDry && given.key !== null
    if (answer.outcome !== 'done') {
      if (isBegun) await forgetOrder(services.database.kysely, keyOf(given.key, staff))
      return answer
    }
    if (row.kind === 'look') {
      return { ...answer, ...(await finish(services.database.kysely, answer)) }
    }
    return given.isDry ? tried(row, answer) : answer
  } catch (error) {
    // Two of the same at once: the other one has it.
    if (error instanceof RepeatedError) {
      return refused('REPEATED', 'The same order is under way. Ask again for its answer.')
    }
    if (error instanceof ActRefusedError) return refused(error.code, error.message, error.data)
    // Where it has a run, the run says so; a transaction has left nothing.
    if (row.kind === 'long' && !row.isRun && given.key !== null && !given.isDry) {
      const message = 'It broke off: the log of the server says why.'
      await answerBrokenOff(services, services.database.kysely, keyOf(given.key, staff), message)
    }
    throw error
  }
}

/**
 * The result as these roles read it. The words of a look are for the command line, where nothing is
 * masked: the console has its data.
 */
function maskedFor(row: ActRow, result: ActResult, roles: readonly Role[]): ActResult {
  if (row.answer === null) return { data: null }
  const data = maskAnswer(row.answer, JSON.parse(JSON.stringify(result.data)), roles)
  return row.kind === 'look' ? { data, message: '' } : { ...result, data }
}

/** An act that was tried says what it would do: what it would show needs the act itself. */
function tried({ fileName }: ActRow, answer: Extract<ActAnswer, { outcome: 'done' }>): ActAnswer {
  return { ...answer, data: null, ...(fileName !== null && { message: '' }) }
}

/** The result as the person gets it: a file stands behind a ticket. */
async function finished(
  result: ActResult,
  { act: { row }, staff, services, executor }: Finishing,
): Promise<ActResult> {
  if (row.fileName === null) return result
  const ticket = newSecret()
  const file = { name: row.fileName, ticket, staffKey: staff.key, seconds: lifetimes.download }
  return { data: await keepFile(executor, services, file, result.data) }
}

interface Finishing {
  readonly act: Act
  readonly staff: Staff
  readonly services: ActServices
  readonly executor: Executor
}

/** The way of an order of staff: services have the API alone. */
export function viaOf({ service }: Pick<Staff, 'service'>): 'api' | 'console' {
  return service === undefined ? 'console' : 'api'
}

/** The author of an act in the console, as the audit log names a person or a service. */
function authorOf(staff: Staff): Omit<Author, 'why'> {
  const { name: who, key: staff_key, sessionId: session_id } = staff
  return { who, staff, way: { staff_key, session_id, via: viaOf(staff) } }
}

/** The refusal of a person whose role does not order this; null where it may. */
function forbiddance(row: ActRow, order: unknown, staff: Staff) {
  const place = placeOf(row, order)
  const own = staff.rolesIn(place)
  // A deployment without a role is answered like one that does not exist.
  if (place !== null && own.length === 0) {
    return refused('UNKNOWN_DEPLOYMENT', 'You have no deployment of this name.')
  }
  if (own.some((role) => row.roles.includes(role))) return null
  return refused('NOT_ALLOWED', 'Your role does not order this.')
}

/** The deployment of an order; null for one that concerns all. */
function placeOf({ order: schema }: ActRow, order: unknown): string | null {
  const { deployment } = (order ?? {}) as { readonly deployment?: unknown }
  if (schema.shape['deployment'] === ofDeployment) {
    return typeof deployment === 'string' ? deployment : ''
  }
  const isNamed = typeof deployment === 'string' && Object.hasOwn(schema.shape, 'deployment')
  return isNamed && deployment !== '*' ? deployment : null
}

export function isProven({ provenAt }: Staff, { settings, clock }: ActServices): boolean {
  return provenAt !== null && after(provenAt, settings.STAFF_STEP_UP_SECONDS) > clock.now()
}

/** Counts the order against the limits of its person; the refusal where there are too many. */
async function overLimit({ kind, isSeen, countedAs }: ActRow, staff: Staff, services: ActServices) {
  const limits: Readonly<Record<string, LimitName>> = {
    search: 'staffSearches',
    look: 'staffLooks',
    reveal: 'staffReveals',
    act: 'staffActs',
  }
  const usual = kind === 'look' ? null : 'act'
  const counted = countedAs ?? (isSeen ? 'look' : usual)
  const limit = counted === null ? undefined : limits[counted]
  if (limit === undefined) return null
  const subject = staff.key.toString('hex')
  const admission = await services.rateLimiter.consume({ name: '*' }, limit, subject)
  if (admission.isAdmitted) return null
  logEvent(services.log, 'staff.reads_many', { person: staff.name, limit })
  const { retryAfter } = admission
  return refused('TOO_MANY', `You have done this too often. Come back in ${retryAfter} seconds.`, {
    retryAfter,
  })
}

const keyOf = (key: string, staff: Staff) => ({ staff_key: staff.key, key_hash: hashOf(key) })
const digestOf = ({ name }: Act, order: object) => hashOf(JSON.stringify([name, order]))

/** The answer that an order got when it was given first; null where its key is new. */
async function answerTo(
  key: string | null,
  act: Act,
  order: object,
  staff: Staff,
  { database, key: keys }: ActServices,
): Promise<ActAnswer | Waiting | null> {
  if (key === null) return null
  const found = await findOrder(database.kysely, keyOf(key, staff))
  if (!found) return null
  if (!Buffer.from(found.order_hash).equals(digestOf(act, order))) {
    return refused('KEY_REUSED', 'Another order had this Idempotency-Key.')
  }
  if (found.answer_sealed === null) {
    return refused(
      'REPEATED',
      'The same order was begun before, and its end is not known yet. The audit log says what was done.',
    )
  }
  return unseal(found.answer_sealed, keys.console) as ActAnswer
}

/** Two orders with one key met: the second one is not carried out. */
class RepeatedError extends Error {
  override readonly name = 'RepeatedError'
}

/** Keeps the answer of an act in its transaction, for the order's repetition. */
function repeatable(
  key: string | null,
  act: Act,
  order: object,
  staff: Staff,
  { clock, key: keys }: ActServices,
): Once {
  if (key === null) return { begin: () => Promise.resolve(), end: () => Promise.resolve() }
  const own = keyOf(key, staff)
  return {
    async begin(transaction) {
      const begun = { order_hash: digestOf(act, order), at: clock.now() }
      if (!(await beginOrder(transaction, own, begun))) throw new RepeatedError(key)
    },
    end: (transaction, answer) => answerOrder(transaction, own, seal(answer, keys.console)),
  }
}

interface KeptFile {
  readonly name: string
  readonly ticket: string
  readonly staffKey: Buffer
  readonly seconds: number
}

/** Keeps data as a file, which a person takes once. */
export async function keepFile(
  executor: Executor,
  { clock, key }: ActServices,
  { name, ticket, staffKey, seconds }: KeptFile,
  data: unknown,
) {
  const expiresAt = after(clock.now(), seconds)
  await insertDownload(executor, {
    ticket_hash: hashOf(ticket),
    staff_key: staffKey,
    name,
    content_sealed: seal(data, key.console),
    expires_at: expiresAt,
  })
  return { file: { ticket, name, expiresAt: expiresAt.toISOString() } }
}
