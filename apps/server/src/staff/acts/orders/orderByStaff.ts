import type { ActRow, Role } from '@gatehouse/contract/acts/act'
import { deployment as ofDeployment } from '@gatehouse/contract/acts/orderFields'
import { misnamed } from '@gatehouse/contract/acts/playerNames'
import { forgetOrder } from '../../../database/staff/repeatedOrders.ts'
import { after } from '../../../platform/clock.ts'
import type { LimitName } from '../../../platform/config/settings.ts'
import { logEvent } from '../../../platform/observability/events.ts'
import type { Staff } from '../../people/staffCaller.ts'
import { type ActAnswer, refused, refusedName, type Waiting } from './actAnswer.ts'
import { askForApproval } from './askForApproval.ts'
import { auditTrial } from './auditReads.ts'
import { perform } from './perform.ts'
import { readOrder } from './readOrder.ts'
import { answerRepeatable, answerTo, repeatableOf } from './repeatedOrder.ts'
import type { Act, ActServices, Author } from './run.ts'

/** An order in the console, as it is written. */
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
  written: StaffOrder,
  staff: Staff,
  services: ActServices,
): Promise<ActAnswer | Waiting> {
  const { row } = act
  const everywhere = services.deployments.all.map(({ name }) => name)
  const forbidden = forbiddance(row, written.order, staff, everywhere)
  if (forbidden) return forbidden
  const { entrance, isDry: isTrial } = written
  const read = readOrder(act, written, { entrance, isTrial })
  if ('outcome' in read) return read
  const { order, why } = read
  const place = placeOf(row, order)
  const roles = rolesFor(row, place, staff, everywhere)
  const wrong = misnamed(row.order, order, roles)
  if (wrong !== null) return refusedName(wrong)
  // A look and a trial change nothing: there is nothing to repeat.
  const key = row.kind === 'look' || isTrial ? null : written.key
  const repeatable = key === null ? null : repeatableOf(key, act, order, staff)
  const repeated = await answerTo(act, repeatable, services)
  if (repeated) return repeated
  const asked = order as Readonly<Record<string, unknown>>
  const tooMuch = row.limitFor?.(asked, roles, services.clock.now())
  if (tooMuch) return refused(tooMuch.code, tooMuch.message)
  const limited = await overLimit(row, staff, services)
  if (limited) return limited
  const needsProof = row.needsProof && !isTrial && !isProven(staff, services)
  if (needsProof && !staff.unprovenIn(place).some((name) => name === act.name)) {
    return refused('PROOF_REQUIRED', 'Prove first who you are, at the identity provider.')
  }
  const ordered = { act, order, author: { ...authorOf(staff), why } }
  if (isTrial) {
    await auditTrial(services, act, order, ordered.author)
    return perform({ ...ordered, cause: { kind: 'trial' } }, services)
  }
  if (row.needsApproval) {
    return askForApproval({ ...ordered, asker: staff, key: staff.key, repeatable }, services)
  }
  try {
    const cause = { kind: 'staff', staff, roles, repeatable } as const
    const answer = await perform({ ...ordered, cause }, services)
    // A long act has begun before it was refused: it may be repeated once its cause is gone.
    const isRefused = answer.outcome !== 'done' && answer.error !== 'REPEATED'
    if (row.kind === 'long' && isRefused && repeatable !== null) {
      await forgetOrder(services.database.kysely, repeatable)
    }
    return answer
  } catch (error) {
    // Where it has a run, the run says so; a transaction has left nothing.
    if (row.kind === 'long' && !row.isRun) {
      const answer = refused('BROKEN_OFF', 'It broke off: the log of the server says why.')
      await answerRepeatable(
        repeatable,
        { answer, about: null },
        services,
        services.database.kysely,
      )
    }
    throw error
  }
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
function forbiddance(row: ActRow, order: unknown, staff: Staff, deployments: readonly string[]) {
  const place = placeOf(row, order)
  const own = rolesFor(row, place, staff, deployments)
  // A deployment without a role is answered like one that does not exist.
  if (place !== null && own.length === 0) {
    return refused('UNKNOWN_DEPLOYMENT', 'You have no deployment of this name.')
  }
  if (own.some((role) => row.roles.includes(role))) return null
  return refused('NOT_ALLOWED', 'Your role does not order this.')
}

/** The roles of a person for an order: of an act that is ordered anywhere, those of all deployments. */
function rolesFor(
  { isAnywhere }: ActRow,
  place: string | null,
  staff: Staff,
  deployments: readonly string[],
): readonly Role[] {
  if (!isAnywhere) return staff.rolesIn(place)
  return [...new Set([null, ...deployments].flatMap((each) => staff.rolesIn(each)))]
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
