import { reason } from '@gatehouse/contract/acts/act'
import { type Entrance, orderAt } from '@gatehouse/contract/acts/entrances'
import * as z from 'zod'
import { SettingsError } from '../../platform/config/settings.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'
import { logSecurityEvent } from '../../platform/observability/events.ts'
import { unreadableIn } from '../../platform/readableText.ts'
import { type ActAnswer, type ActRefusal, refused } from './actAnswer.ts'
import { ActRefusedError } from './actRefusedError.ts'
import { askForApproval } from './askForApproval.ts'
import type { Act, ActServices, ActWorld, Author, Cause } from './actTypes.ts'

import { servicesIn } from './perform.ts'

/** The issuer of a request that no person has signed in for. */
export const commandLine = 'command line'

/** An order as it is given: nothing in it is checked. */
export interface Given {
  readonly order: unknown
  readonly who: string
  /** Empty where the act needs none. */
  readonly why: string
  /** True where it is only tried: nothing is changed. */
  readonly isDry?: boolean | undefined
  /** True where an assistant gives it: that does no act alone, and names no file of the machine. */
  readonly isAssistant?: boolean | undefined
}

/**
 * Carries out an order of the command line, which stands at the machine: it needs no role and no
 * second person, and what the console does with one is marked and mailed. Unexpected errors are thrown.
 */
export async function carryOut(act: Act, given: Given, world: ActWorld): Promise<ActAnswer> {
  const { who, isDry = false, isAssistant = false } = given
  const entrance = isAssistant ? 'assistant' : 'command line'
  const understood = understand(act, given, { entrance, isTrial: isDry })
  if ('outcome' in understood) return understood
  const { order, why } = understood
  const plainly = { who, why, staff: null, way: {} }
  if (isDry) return tryOrder(act, order, plainly, world)
  const { deployment = '*' } = order as { readonly deployment?: string }
  if (!act.row.needsApproval || act.row.kind === 'offline') {
    return performed(act, order, plainly, world, { kind: 'command line', alert: null })
  }
  const services = servicesIn(world)
  const isAsked = services.settings.COMMANDS_NEED_APPROVAL || isAssistant
  if (isAsked) {
    const refusal = await refusalOf(act, order, plainly, world)
    return refusal ?? askTwo(act, order, { who, why }, services)
  }
  const author = { who, why, staff: null, way: { alone: true } }
  const text = `${who} ordered ${act.name} in ${deployment} at a command line, without a second person. The reason: ${why}`
  const alert = { deployment, subject: `${act.name}, alone`, text }
  const answer = await performed(act, order, author, world, { kind: 'command line', alert })
  if (answer.outcome === 'done') {
    logSecurityEvent(services.log, 'act.alone', { deployment }, { act: act.name })
    services.metrics.countSecurityEvent('act.alone')
  }
  return answer
}

/** The effect of an order, which changes nothing. */
async function tryOrder(
  act: Act,
  order: object,
  author: Author,
  world: ActWorld,
): Promise<ActAnswer> {
  const { summary, fileName } = act.row
  const answer = await performed(act, order, author, world, { kind: 'trial' })
  // A file is for the one who is given it.
  if (answer.outcome !== 'done') return answer
  const message = fileName === null ? answer.message || summary : summary
  return { ...answer, message, data: null }
}

/** A command line asks for what the console does with a second person; two persons approve it there. */
async function askTwo(
  act: Act,
  order: object,
  { who, why }: Pick<Given, 'who' | 'why'>,
  services: ActServices,
): Promise<ActAnswer> {
  const asker = { name: who, email: null, iss: commandLine, groups: [], sessionId: 0 }
  const by = { asker, key: hashOf(commandLine), why, repeatable: null }
  try {
    const { approval } = await askForApproval(act, order, by, services)
    const message = `Two persons of the console have to approve it until ${approval.expiresAt}: ${approval.id}`
    return { outcome: 'done', message, data: { approval } }
  } catch (error) {
    if (error instanceof ActRefusedError) return refused(error.code, error.message, error.data)
    throw error
  }
}

/** Where an order comes from. A trial needs no reason. */
interface Origin {
  readonly entrance: Entrance
  readonly isTrial: boolean
}

/** The order and the reason, as the entrance takes them; a refusal that names the fields. */
export function understand(
  { row }: Act,
  given: Pick<Given, 'order' | 'why'> & Partial<Pick<Given, 'who'>>,
  { entrance, isTrial }: Origin,
): { readonly order: object; readonly why: string } | ActRefusal {
  const { order, why, who = '' } = given
  const unreadable = unreadableIn(order) ?? unreadableIn({ why, who })
  if (unreadable !== null) return unreadableAt(unreadable)
  const understood = orderAt(entrance, row).safeParse(order)
  if (!understood.success) return misunderstood('INVALID_ORDER', understood.error)
  // A look that asks for no reason keeps a given one.
  const isAsked = (row.needsReason && !isTrial) || why !== ''
  const because = isAsked ? envelope.safeParse({ why }) : noReason
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
  cause: Cause,
): Promise<ActAnswer> {
  try {
    const { message = '', data } = await perform(world, order, author, cause)
    // In the same form as from another process: a moment is a text.
    return { outcome: 'done', message, data: JSON.parse(JSON.stringify(data)) as unknown }
  } catch (error) {
    if (error instanceof ActRefusedError) return refused(error.code, error.message, error.data)
    if (error instanceof SettingsError) return refused('REFUSED', error.message)
    throw error
  }
}

/** Why an order would be refused: then no other person is asked for it. Null where it would be carried out. */
export async function refusalOf(
  act: Act,
  order: object,
  author: Author,
  world: ActWorld,
): Promise<ActRefusal | null> {
  if (!act.row.isTried) return null
  const answer = await performed(act, order, author, world, { kind: 'trial' })
  return answer.outcome === 'done' ? null : answer
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
