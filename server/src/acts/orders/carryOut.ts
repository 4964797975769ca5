import { reason } from '@gatehouse/contract/acts/act'
import * as z from 'zod'
import { SettingsError } from '../../platform/config/settings.ts'
import { logSecurityEvent } from '../../platform/observability/events.ts'
import { ActRefusedError } from './actRefusedError.ts'
import type { Act, ActWorld, Along, Author } from './perform.ts'

/** An order as it is given: nothing in it is checked. */
export interface Given {
  readonly order: unknown
  readonly who: string
  /** Empty where the act needs none. */
  readonly why: string
}

export type ActAnswer =
  | {
      readonly outcome: 'done'
      /** Empty where the data are enough. */
      readonly message: string
      readonly data: unknown
    }
  | ActRefusal

export interface ActRefusal {
  readonly outcome: 'refused' | 'misunderstood'
  /** The code, for programs. */
  readonly error: string
  readonly message: string
  readonly fields: readonly RefusedField[]
  readonly data: unknown
}

interface RefusedField {
  readonly path: string
  readonly message: string
}

/**
 * Carries out an order of the command line, which stands at the machine: it needs no role and no
 * second person, and what the console does with one is marked. Unexpected errors are thrown.
 */
export async function carryOut(act: Act, given: Given, world: ActWorld): Promise<ActAnswer> {
  const understood = understand(act, given)
  if ('outcome' in understood) return understood
  const { order, why } = understood
  const alone = act.row.needsApproval
  const answer = await performed(
    act,
    order,
    { who: given.who, why, staff: null, way: { alone } },
    world,
  )
  if (alone && answer.outcome === 'done' && act.row.kind !== 'offline') {
    const { log, metrics } = await world.services()
    const { deployment = '*' } = order as { readonly deployment?: string }
    logSecurityEvent(log, 'act.alone', { deployment }, { act: act.name })
    metrics.countSecurityEvent('act.alone')
  }
  return answer
}

/** The order and the reason, as the row takes them; a refusal that names the fields. */
export function understand(
  { row }: Act,
  { order, why }: Pick<Given, 'order' | 'why'>,
  needsReason = row.needsReason,
): { readonly order: object; readonly why: string } | ActRefusal {
  const understood = row.order.safeParse(order)
  // The database takes no NUL.
  if (/\\u0000/.test(JSON.stringify(order ?? null))) return unreadable
  if (!understood.success) return misunderstood('INVALID_ORDER', understood.error)
  const because = needsReason ? envelope.safeParse({ why }) : noReason
  if (because.success) return { order: understood.data, why: because.data.why }
  const [issue] = because.error.issues
  return misunderstood(reasonCodes[issue?.code ?? ''] ?? 'INVALID_ORDER', because.error)
}

/** Performs an order that is understood and allowed: the one way to every performer. */
export async function performed(
  { perform }: Act,
  order: object,
  author: Author,
  world: ActWorld,
  along?: Along,
): Promise<ActAnswer> {
  try {
    const { message = '', data } = await perform(world, order, author, along)
    // In the same form as from another process: a moment is a text.
    return { outcome: 'done', message, data: JSON.parse(JSON.stringify(data)) as unknown }
  } catch (error) {
    if (error instanceof ActRefusedError) return refused(error.code, error.message, error.data)
    if (error instanceof SettingsError) return refused('REFUSED', error.message)
    throw error
  }
}

const unreadable: ActRefusal = {
  outcome: 'misunderstood',
  error: 'INVALID_ORDER',
  message: 'A text has a NUL.',
  fields: [],
  data: null,
}

export function refused(error: string, message: string, data: unknown = null): ActRefusal {
  return { outcome: 'refused', error, message, fields: [], data }
}

const envelope = z.object({ why: reason })
/** The codes of a refused reason, by the rule that it breaks: a longer one is an invalid order. */
const reasonCodes: Readonly<Record<string, string>> = {
  too_small: 'WHY_REQUIRED',
  custom: 'WHY_NAMES_SOMEBODY',
}
const noReason = { success: true as const, data: { why: '' } }

function misunderstood(error: string, cause: z.ZodError): ActRefusal {
  const fields = cause.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return { outcome: 'misunderstood', error, message: z.prettifyError(cause), fields, data: null }
}
