import type { ActRow, Role } from '@gatehouse/contract/acts/act'
import { maskAnswer } from '@gatehouse/contract/acts/answers'
import { lifetimes } from '@gatehouse/contract/limits'
import type { Executor } from '../../database/schema/executor.ts'
import { insertEndedRun } from '../../database/staff/actRuns.ts'
import type { AboutPlayer } from '../../database/staff/answersAbout.ts'
import { type Approval, decideApproval } from '../../database/staff/approvals.ts'
import { insertDownload } from '../../database/staff/downloads.ts'
import { answerOrder, beginOrder } from '../../database/staff/repeatedOrders.ts'
import { alertStaff } from '../../mail/staffAlert.ts'
import { after } from '../../platform/clock.ts'
import { seal } from '../../platform/crypto/seal.ts'
import { hashOf, newSecret } from '../../platform/crypto/secrets.ts'
import type { Staff } from '../../staff/staffCaller.ts'
import { nodeNameOf } from '../../versions/versionStore.ts'
import type { ActAnswer, Waiting } from './actAnswer.ts'
import { ActRefusedError } from './actRefusedError.ts'
import type { ActResult, ActServices, Cause, Decision, RepeatableOrder } from './actTypes.ts'

/** Two orders with one key met: the second one is not carried out. */
export class RepeatedError extends Error {
  override readonly name = 'RepeatedError'
}

/** The first step of a cause, in the first transaction of its act: of two at once, one goes on. */
export async function begin(
  cause: Cause,
  services: ActServices,
  transaction: Executor,
): Promise<void> {
  if (cause.kind === 'staff') await beginRepeatable(cause.repeatable, services, transaction)
  if (cause.kind === 'approval') await decide(transaction, cause.approval, cause.decision)
}

/** What an act has ended with; `about` names the player whose data the result has, or is null. */
interface Ended {
  readonly row: ActRow
  readonly result: ActResult
  readonly about: AboutPlayer | null
}

/** The last step of a cause, in the last transaction of its act; answers the result as it is given on. */
export async function end(
  cause: Cause,
  { row, result, about }: Ended,
  services: ActServices,
  executor: Executor,
): Promise<ActResult> {
  if (cause.kind === 'staff') {
    const { staff, roles, repeatable } = cause
    const masked = { row, result: maskedFor(row, result, roles), about }
    const given = await handedOver(masked, staff, services, executor)
    const answer = { outcome: 'done', message: '', ...given } as const
    const kept = { answer, about }
    if (row.kind !== 'look') await answerRepeatable(repeatable, kept, services, executor)
    return given
  }
  if (cause.kind === 'approval') {
    const { approval, ticket, taker } = cause
    // A run has its own outcome.
    if (!row.isRun) await noteOutcome(executor, approval, services, { state: 'done', message: '' })
    if (row.fileName !== null) {
      const { APPROVAL_SECONDS: seconds } = services.settings
      const file = { name: row.fileName, ticket, staffKey: taker, seconds, about }
      await keepFile(executor, services, file, result.data)
    }
  }
  if (cause.kind === 'command line' && cause.alert !== null) {
    await alertStaff(services, executor, cause.alert)
  }
  return result
}

/** Notes that an order is carried out now; throws where another one with its key is. */
export async function beginRepeatable(
  repeatable: RepeatableOrder | null,
  { clock }: ActServices,
  transaction: Executor,
): Promise<void> {
  if (repeatable === null) return
  const begun = { order_hash: repeatable.order_hash, at: clock.now() }
  if (await beginOrder(transaction, repeatable, begun)) return
  throw new RepeatedError('Another order with this key is carried out.')
}

/** Keeps the answer of an order in its transaction, for its repetition. */
export async function answerRepeatable(
  repeatable: RepeatableOrder | null,
  { answer, about }: { readonly answer: ActAnswer | Waiting; readonly about: AboutPlayer | null },
  { key }: ActServices,
  executor: Executor,
): Promise<void> {
  if (repeatable === null) return
  await answerOrder(executor, repeatable, { answer_sealed: seal(answer, key.console), about })
}

/** Of two decisions at once one counts. */
export async function decide(
  transaction: Executor,
  approval: Approval,
  decision: Decision,
): Promise<void> {
  if (await decideApproval(transaction, approval, decision)) return
  throw decidedError()
}

export function decidedError(): ActRefusedError {
  return new ActRefusedError('Another decision was faster.', { code: 'DECIDED' })
}

/** Notes what became of an act of one transaction. */
export async function noteOutcome(
  transaction: Executor,
  { deployment, id, act }: Approval,
  { settings }: ActServices,
  ended: { readonly state: 'done' | 'failed'; readonly message: string },
): Promise<void> {
  const node = nodeNameOf(settings)
  await insertEndedRun(transaction, { deployment, id, act, node, holder: '', ...ended })
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

/** The result as the person gets it: a file stands behind a ticket. */
async function handedOver(
  { row: { fileName }, result, about }: Ended,
  { key: staffKey }: Staff,
  services: ActServices,
  executor: Executor,
): Promise<ActResult> {
  if (fileName === null) return result
  const of = { staffKey, seconds: lifetimes.download, about }
  const file = { name: fileName, ticket: newSecret(), ...of }
  return { data: await keepFile(executor, services, file, result.data) }
}

interface KeptFile {
  readonly name: string
  readonly ticket: string
  readonly staffKey: Buffer
  readonly seconds: number
  /** The player whose data it has, or null. */
  readonly about: AboutPlayer | null
}

/** Keeps data as a file, which a person takes once. */
async function keepFile(
  executor: Executor,
  { clock, key }: ActServices,
  { name, ticket, staffKey, seconds, about }: KeptFile,
  data: unknown,
) {
  const expiresAt = after(clock.now(), seconds)
  await insertDownload(executor, {
    ticket_hash: hashOf(ticket),
    staff_key: staffKey,
    name,
    content_sealed: seal(data, key.console),
    expires_at: expiresAt,
    about,
  })
  return { file: { ticket, name, expiresAt: expiresAt.toISOString() } }
}
