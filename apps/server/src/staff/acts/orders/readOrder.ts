import { reason } from '@gatehouse/contract/acts/act'
import { type Entrance, orderAt } from '@gatehouse/contract/acts/entrances'
import * as z from 'zod'
import { unreadableIn } from '../../../platform/readableText.ts'
import type { ActRefusal } from './actAnswer.ts'
import type { Act } from './run.ts'

/** An order as it is written: nothing in it is checked. */
interface Written {
  readonly order: unknown
  /** Empty where the act needs none. */
  readonly why: string
  readonly who?: string
}

/** Where an order comes from. A trial needs no reason. */
interface Origin {
  readonly entrance: Entrance
  readonly isTrial: boolean
}

/** The order and the reason, as the entrance takes them; a refusal that names the fields. */
export function readOrder(
  { row }: Act,
  { order, why, who = '' }: Written,
  { entrance, isTrial }: Origin,
): { readonly order: object; readonly why: string } | ActRefusal {
  const unreadable = unreadableIn(order) ?? unreadableIn({ why, who })
  if (unreadable !== null) return unreadableAt(unreadable)
  const read = orderAt(entrance, row).safeParse(order)
  if (!read.success) return misunderstood('INVALID_ORDER', read.error)
  // A look that asks for no reason keeps a given one.
  const isAsked = (row.needsReason && !isTrial) || why !== ''
  const because = isAsked ? envelope.safeParse({ why }) : noReason
  if (because.success) return { order: read.data, why: because.data.why }
  const [issue] = because.error.issues
  return misunderstood(reasonCodes[issue?.code ?? ''] ?? 'INVALID_ORDER', because.error)
}

function unreadableAt(path: string): ActRefusal {
  const message = 'has a NUL or half of a character, or lies too deep'
  const fields = [{ path, message }]
  const words = `✖ A text ${message}${path === '' ? '' : `\n  → at ${path}`}`
  return { outcome: 'misunderstood', error: 'INVALID_ORDER', message: words, fields, data: null }
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
