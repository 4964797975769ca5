import { reason } from '@gatehouse/contract/acts/act'
import * as z from 'zod'
import { SettingsError } from '../../platform/config/settings.ts'
import { ActRefusedError } from './actRefusedError.ts'
import type { Act, ActWorld } from './perform.ts'

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
  | {
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
 * Carries out an order: the one way to every performer, for the command line and the API alike.
 * Checks order and reason by the row. Unexpected errors are thrown.
 */
export async function carryOut(
  { row, perform }: Act,
  { order, who, why }: Given,
  world: ActWorld,
): Promise<ActAnswer> {
  const understood = row.order.safeParse(order)
  if (!understood.success) return misunderstood('INVALID_ORDER', understood.error)
  const because = row.needsReason ? envelope.safeParse({ why }) : noReason
  if (!because.success) {
    const [issue] = because.error.issues
    return misunderstood(reasonCodes[issue?.code ?? ''] ?? 'INVALID_ORDER', because.error)
  }
  try {
    const author = { who, why: because.data.why }
    const { message = '', data } = await perform(world, understood.data, author)
    // In the same form as from another process: a moment is a text.
    return { outcome: 'done', message, data: JSON.parse(JSON.stringify(data)) as unknown }
  } catch (error) {
    const isRefusal = error instanceof ActRefusedError || error instanceof SettingsError
    if (!isRefusal) throw error
    const isCoded = error instanceof ActRefusedError
    const { code, data } = isCoded ? error : { code: 'REFUSED', data: null }
    return { outcome: 'refused', error: code, message: error.message, fields: [], data }
  }
}

const envelope = z.object({ why: reason })
/** The codes of a refused reason, by the rule that it breaks: a longer one is an invalid order. */
const reasonCodes: Readonly<Record<string, string>> = {
  too_small: 'WHY_REQUIRED',
  custom: 'WHY_NAMES_SOMEBODY',
}
const noReason = { success: true as const, data: { why: '' } }

function misunderstood(error: string, cause: z.ZodError): ActAnswer {
  const fields = cause.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return { outcome: 'misunderstood', error, message: z.prettifyError(cause), fields, data: null }
}
