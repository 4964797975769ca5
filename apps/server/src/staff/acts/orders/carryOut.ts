import { actTitle } from '@gatehouse/contract/acts/titles'
import { hashOf } from '../../../platform/crypto/secrets.ts'
import { logSecurityEvent } from '../../../platform/observability/events.ts'
import { type ActAnswer, refused } from './actAnswer.ts'
import { askForApproval } from './askForApproval.ts'
import { perform, performOffline } from './perform.ts'
import { readOrder } from './readOrder.ts'
import type { Act, ActServices } from './run.ts'

/** The issuer of a request that no person has signed in for. */
export const commandLine = 'command line'

/** An order of the command line: nothing in it is checked. */
export interface CommandOrder {
  readonly order: unknown
  readonly who: string
  /** Empty where the act needs none. */
  readonly why: string
  /** True where it is only tried: nothing is changed. */
  readonly isDry?: boolean | undefined
  /** True where an assistant gives it: that does no act alone, and names no file of the machine. */
  readonly isAssistant?: boolean | undefined
}

/** Where an order is carried out. */
interface ActContext {
  /** The settings of an offline act, which opens the files and databases that it needs. */
  readonly environment: NodeJS.ProcessEnv
  /** Null where an offline act is carried out. They are closed by whoever opened them. */
  readonly services: ActServices | null
}

/**
 * Carries out an order of the command line, which stands at the machine: it needs no role and no
 * second person, and what the console does with one is marked and mailed. Unexpected errors are thrown.
 */
export async function carryOut(
  act: Act,
  written: CommandOrder,
  { environment, services }: ActContext,
): Promise<ActAnswer> {
  const { who, isDry = false, isAssistant = false } = written
  const { name, row } = act
  const entrance = isAssistant ? 'assistant' : 'command line'
  const read = readOrder(act, written, { entrance, isTrial: isDry })
  if ('outcome' in read) return read
  const { order, why } = read
  const plain = { act, order, author: { who, why, staff: null, way: {} } }
  if (row.kind === 'offline') {
    if (isDry) return refused('NO_DRY_RUN', `${name} cannot be tried.`)
    return performOffline(plain, environment)
  }
  if (services === null) throw new Error('Only an offline act is carried out without services.')
  if (isDry) {
    const answer = await perform({ ...plain, cause: { kind: 'trial' } }, services)
    return answer.outcome === 'done'
      ? { ...answer, message: answer.message || row.summary }
      : answer
  }
  if (!row.needsApproval) {
    return perform({ ...plain, cause: { kind: 'command line', alert: null } }, services)
  }
  if (services.settings.COMMANDS_NEED_APPROVAL || isAssistant) {
    // No person has signed in for it: two persons of the console approve it.
    const asker = { name: who, email: null, iss: commandLine, groups: [], sessionId: 0 }
    const asked = { ...plain, asker, key: hashOf(commandLine), repeatable: null }
    const answer = await askForApproval(asked, services)
    if (answer.outcome !== 'waiting') return answer
    const { approval } = answer
    const message = `Two colleagues have to approve it in the console until ${approval.expiresAt}: ${approval.id}`
    return { outcome: 'done', message, data: { approval } }
  }
  const { deployment = '*' } = order as { readonly deployment?: string }
  const title = actTitle(name)
  const text = `${title} (${name}, in ${deployment}): ${who} ordered it at a command line, without a second person. The reason: ${why}`
  const alert = { deployment, subject: `${title}, alone`, text }
  const author = { ...plain.author, way: { alone: true } }
  const answer = await perform(
    { ...plain, author, cause: { kind: 'command line', alert } },
    services,
  )
  if (answer.outcome === 'done') {
    logSecurityEvent(services.log, 'act.alone', { deployment }, { act: name })
    services.metrics.countSecurityEvent('act.alone')
  }
  return answer
}
