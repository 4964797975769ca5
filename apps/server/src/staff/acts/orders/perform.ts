import type { ActRow, Role } from '@gatehouse/contract/acts/act'
import { maskAnswer } from '@gatehouse/contract/acts/answers'
import { deployment as ofDeployment } from '@gatehouse/contract/acts/orderFields'
import { lifetimes } from '@gatehouse/contract/limits'
import { appendAudit } from '../../../database/operations/auditLog.ts'
import type { Executor } from '../../../database/schema/executor.ts'
import { insertEndedRun } from '../../../database/staff/actRuns.ts'
import { type AboutPlayer, aboutPlayer } from '../../../database/staff/answersAbout.ts'
import { type Approval, decideApproval } from '../../../database/staff/approvals.ts'
import { insertDownload } from '../../../database/staff/downloads.ts'
import { inTransaction } from '../../../database/transactions/inTransaction.ts'
import { alertStaff } from '../../../mail/staffAlert.ts'
import { after, type Clock, clock } from '../../../platform/clock.ts'
import { SettingsError } from '../../../platform/config/settings.ts'
import { randomUUID } from '../../../platform/crypto/random.ts'
import { seal } from '../../../platform/crypto/seal.ts'
import { hashOf, newSecret } from '../../../platform/crypto/secrets.ts'
import type { Staff } from '../../people/staffCaller.ts'
import { deafClients } from '../../../deployments/client.ts'
import type { Deployment, Deployments } from '../../../deployments/deployments.ts'
import { nodeNameOf } from '../../versions/versionStore.ts'
import { type ActAnswer, refused } from './actAnswer.ts'
import { ActRefusedError } from './actRefusedError.ts'
import { auditLookAt } from './auditReads.ts'
import { insertTask, RunInHand } from './longRun.ts'
import { lockNamed, playerNamed } from './playerNamed.ts'
import { answerRepeatable, beginRepeatable, type RepeatableOrder } from './repeatedOrder.ts'
import type { Act, ActDone, ActResult, ActServices, Audit, Author } from './run.ts'

export type Decision = Parameters<typeof decideApproval>[2]

/** What an act is carried out for. It says what is written in the act's transactions besides the act. */
type Cause =
  | { readonly kind: 'trial' }
  | {
      readonly kind: 'staff'
      readonly staff: Staff
      /** Those by which the person or service reads the answer. */
      readonly roles: readonly Role[]
      readonly repeatable: RepeatableOrder | null
    }
  | {
      readonly kind: 'approval'
      readonly approval: Approval
      readonly decision: Decision
      /** Where the act makes a file: who takes it, and by which ticket. */
      readonly ticket: string
      readonly taker: Buffer
    }
  | {
      readonly kind: 'command line'
      /** What staff read in a mail, where it does alone what the console does with a second person. */
      readonly alert: Parameters<typeof alertStaff>[2] | null
    }
  /** The server that began it has died, and it goes on here. */
  | { readonly kind: 'taken over'; readonly run: RunInHand }

/** An order that is understood and allowed. */
export interface Ordered {
  readonly act: Act
  readonly order: object
  readonly author: Author
  readonly cause: Cause
}

/** Performs an order of a server: the one way to every performer. Unexpected errors are thrown. */
export function perform(ordered: Ordered, services: ActServices): Promise<ActAnswer> {
  return answerOf(performByKind({ ...ordered, services }))
}

/** Performs an order that needs no server: it opens the files and databases that these settings name. */
export function performOffline(
  { act, order, author }: Omit<Ordered, 'cause'>,
  environment: NodeJS.ProcessEnv,
): Promise<ActAnswer> {
  const audit = auditBy(author, clock, act.name, null)
  return answerOf(act.performer({ environment, audit }, order))
}

async function answerOf(performed: Promise<ActResult>): Promise<ActAnswer> {
  try {
    const { message = '', data } = await performed
    // In the same form as from another process: a moment is a text.
    return { outcome: 'done', message, data: JSON.parse(JSON.stringify(data)) as unknown }
  } catch (error) {
    if (error instanceof ActRefusedError) return refused(error.code, error.message, error.data)
    if (error instanceof SettingsError) return refused('REFUSED', error.message)
    throw error
  }
}

type OrderedOnline = Ordered & { readonly services: ActServices }

async function performByKind(ordered: OrderedOnline): Promise<ActResult> {
  const { row } = ordered.act
  if (ordered.cause.kind === 'trial') return tryAct(ordered)
  if (row.isSeen) return performLookAtPlayer(ordered)
  if (row.kind === 'look') return performLook(ordered)
  if (row.kind === 'act') return performAct(ordered)
  return row.isRun ? performRun(ordered) : performLong(ordered)
}

/** The part of a run that every kind has, and the writer of its entries. */
function runOf({ act: { name, row }, order, author, services }: OrderedOnline) {
  const { deployment = null } = order as { readonly deployment?: string }
  const at = deploymentIn(row, services, deployment, author)
  return { run: { services, at, author }, audit: auditBy(author, services.clock, name, deployment) }
}

async function performLook(ordered: OrderedOnline): Promise<ActResult> {
  const { act, order, services } = ordered
  const { run, audit } = runOf(ordered)
  const result = await act.performer({ ...run, audit }, order)
  return end(ordered, services.database.kysely, { result, about: null })
}

/**
 * A look at a player, in one transaction with its entries: first the player's activity and last the
 * audit log, without which nothing is answered.
 */
async function performLookAtPlayer(ordered: OrderedOnline): Promise<ActResult> {
  const { act, order, services } = ordered
  const { run, audit } = runOf(ordered)
  const { player, deployment } = order as { readonly player: string; readonly deployment: string }
  const at = deploymentNamed(services, deployment, run.author)
  const result = await inTransaction(services.database.kysely, async (transaction) => {
    const found = await playerNamed(transaction, deployment, player)
    const onPlayer = { ...run, at, transaction, found }
    await auditLookAt(onPlayer)
    const seen = await act.performer(onPlayer, order)
    await audit(transaction, { subject: `player ${found.id}` })
    return seen
  })
  return end(ordered, services.database.kysely, { result, about: null })
}

/** The cause, the act and its entry, in one transaction. */
function performAct(ordered: OrderedOnline): Promise<ActResult> {
  const { audit } = runOf(ordered)
  return inTransaction(ordered.services.database.kysely, async (transaction) => {
    await begin(ordered, transaction)
    const { audited, ...ended } = await performOn(transaction, ordered)
    const result = await end(ordered, transaction, ended)
    // Last: it locks the end of the audit log's chain until the commit.
    await audit(transaction, audited)
    return result
  })
}

/** The act of a transaction alone, on the player whom its order names; what it checks of the player stays so. */
async function performOn(transaction: Executor, ordered: OrderedOnline) {
  const { act, order } = ordered
  const { run } = runOf(ordered)
  const { player } = order as { readonly player?: string }
  const found =
    run.at === null || player === undefined
      ? null
      : await lockNamed(transaction, run.at.name, player)
  const done = await act.performer({ ...run, transaction, found }, order)
  const own = found === null ? '' : `player ${found.id}`
  const { subject = own, details, isAlone = false, ...result } = done
  return {
    result: withUntold(act.row, run.at, result),
    about: aboutPlayer(run.at?.name ?? null, subject),
    audited: { subject, details, isAlone },
  }
}

/** A long act that nobody sees go on. */
async function performLong(ordered: OrderedOnline): Promise<ActResult> {
  const { act, order, services } = ordered
  const { kysely } = services.database
  const { run, audit } = runOf(ordered)
  await inTransaction(kysely, (transaction) => begin(ordered, transaction))
  const done = await act.performer({ ...run, audit, isDry: false }, order)
  const result = withUntold(act.row, run.at, done)
  return inTransaction(kysely, (transaction) => end(ordered, transaction, { result, about: null }))
}

/** A long act that others see go on, and what became of it. */
async function performRun(ordered: OrderedOnline): Promise<ActResult> {
  const { act, order, services, cause } = ordered
  const { kysely } = services.database
  const { run, audit } = runOf(ordered)
  const inHand = cause.kind === 'taken over' ? cause.run : await beginRun(ordered)
  try {
    const counted = inHand.counting(audit)
    const done = await act.performer({ ...run, audit: counted, isDry: false }, order)
    const result = withUntold(act.row, run.at, done)
    inHand.stopBeating()
    return await inTransaction(kysely, async (transaction) => {
      await inHand.end(transaction, result.message ?? '')
      return end(ordered, transaction, { result, about: null })
    })
  } catch (error) {
    await inHand.fail(error)
    throw error
  }
}

/** The cause and the run, in one transaction. What is approved goes on under the id of its request. */
async function beginRun(ordered: OrderedOnline): Promise<RunInHand> {
  const { act, order, author, cause, services } = ordered
  const { deployment = '*' } = order as { readonly deployment?: string }
  const id = cause.kind === 'approval' ? cause.approval.id : randomUUID()
  const key = cause.kind === 'staff' ? cause.repeatable : null
  const own = { deployment, id, holder: randomUUID() }
  await inTransaction(services.database.kysely, async (transaction) => {
    await begin(ordered, transaction)
    await insertTask(services, transaction, own, { act: act.name, order, author, key })
  })
  return new RunInHand(services, own, key)
}

/** What the act would do: nothing is changed, and there are no data. The words of a file are for who takes it. */
async function tryAct(ordered: OrderedOnline): Promise<ActResult> {
  const { act, order } = ordered
  const { name, row, performer } = act
  if (!row.isTried) throw new ActRefusedError(`${name} cannot be tried.`, { code: 'NO_DRY_RUN' })
  const { run, audit } = runOf(ordered)
  const { message = '' } =
    row.kind === 'long'
      ? withUntold(row, run.at, await performer({ ...run, audit, isDry: true }, order))
      : await rolledBack(ordered)
  return { data: null, message: row.fileName === null ? message : '' }
}

async function rolledBack(ordered: OrderedOnline): Promise<ActResult> {
  let tried: ActResult | null = null
  const transaction = inTransaction(ordered.services.database.kysely, async (transaction) => {
    tried = (await performOn(transaction, ordered)).result
    throw new TriedError()
  })
  return transaction.catch((error: unknown) => {
    if (error instanceof TriedError && tried !== null) return tried
    throw error
  })
}

/** Rolls an act back that was only tried. */
class TriedError extends Error {}

/** Names the sites at which the players of an act stay logged in. */
function withUntold(
  { endsSessions }: ActRow,
  at: Deployment | null,
  result: ActDone | ActResult,
): ActResult {
  if (endsSessions === null || at === null) return result
  const deaf = deafClients(at.clients.values(), endsSessions).map(({ clientId }) => clientId)
  if (deaf.length === 0) return result
  const untold = `Sites that do not hear of it: ${deaf.join(', ')}.`
  return { ...result, message: [result.message, untold].filter(Boolean).join('\n') }
}

/** The first step of a cause, in the first transaction of its act: of two at once, one goes on. */
async function begin({ cause, services }: OrderedOnline, transaction: Executor): Promise<void> {
  if (cause.kind === 'staff') await beginRepeatable(cause.repeatable, services, transaction)
  if (cause.kind === 'approval') await decide(transaction, cause.approval, cause.decision)
}

/** What an act has ended with; `about` names the player whose data the result has, or is null. */
interface Ended {
  readonly result: ActResult
  readonly about: AboutPlayer | null
}

/** The last step of a cause, in the last transaction of its act; answers the result as it is given on. */
async function end(
  { act: { row }, cause, services }: OrderedOnline,
  executor: Executor,
  { result, about }: Ended,
): Promise<ActResult> {
  if (cause.kind === 'staff') {
    const { staff, roles, repeatable } = cause
    const masked = maskedFor(row, result, roles)
    const to = { ticket: newSecret(), staffKey: staff.key, seconds: lifetimes.download, about }
    const file = await keepFile(services, executor, row, { ...to, data: masked.data })
    const shown = file === null ? masked : { data: { file } }
    const answer = { outcome: 'done', message: '', ...shown } as const
    await answerRepeatable(repeatable, { answer, about }, services, executor)
    return shown
  }
  if (cause.kind === 'approval') {
    const { approval, ticket, taker: staffKey } = cause
    // A run has its own outcome.
    if (!row.isRun) await endApproved(executor, approval, services, { state: 'done', message: '' })
    const { APPROVAL_SECONDS: seconds } = services.settings
    await keepFile(services, executor, row, { ticket, staffKey, seconds, about, data: result.data })
  }
  if (cause.kind === 'command line' && cause.alert !== null) {
    await alertStaff(services, executor, cause.alert)
  }
  return result
}

/** Of two decisions at once one counts. */
export async function decide(
  transaction: Executor,
  approval: Approval,
  decision: Decision,
): Promise<void> {
  if (!(await decideApproval(transaction, approval, decision))) throw tooLate()
}

export function tooLate(): ActRefusedError {
  return new ActRefusedError('Another decision was faster.', { code: 'DECIDED' })
}

/** Notes what became of an approved act that is no run. */
export async function endApproved(
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

interface KeptFile {
  readonly ticket: string
  readonly staffKey: Buffer
  readonly seconds: number
  /** The player whose data it has, or null. */
  readonly about: AboutPlayer | null
  readonly data: unknown
}

/** Keeps the data of an act that makes a file, which a person takes once; null for another act. */
async function keepFile(
  { clock, key }: ActServices,
  executor: Executor,
  { fileName: name }: ActRow,
  { ticket, staffKey, seconds, about, data }: KeptFile,
) {
  if (name === null) return null
  const expiresAt = after(clock.now(), seconds)
  await insertDownload(executor, {
    ticket_hash: hashOf(ticket),
    staff_key: staffKey,
    name,
    content_sealed: seal(data, key.console),
    expires_at: expiresAt,
    about,
  })
  return { ticket, name, expiresAt: expiresAt.toISOString() }
}

/** The audit log has a reason in each entry: this one where none was asked. */
const noReason = 'none asked'

/** The entries of an author's order. */
export function auditBy(
  { who, why, way, approvers }: Author,
  clock: Clock,
  command: string,
  deployment: string | null,
): Audit {
  return (transaction, { subject = '', details: audited = {}, isAlone = false }) => {
    const at = clock.now()
    const details = approvers === undefined ? audited : { ...audited, approvers }
    const alone = isAlone ? { alone: true } : {}
    const entry = { who, why: why || noReason, ...way, ...alone, command, deployment, subject }
    return appendAudit(transaction, { ...entry, at, details })
  }
}

/** The field `deployment` without further rules must name an existing deployment. */
function deploymentIn(
  { order }: ActRow,
  services: ActServices,
  name: string | null,
  author: Author,
): Deployment | null {
  const isNamed = order.shape['deployment'] === ofDeployment
  return isNamed && name !== null ? deploymentNamed(services, name, author) : null
}

/**
 * Throws an ActRefusedError that names the existing deployments, but not to staff: their roles file may
 * name one that there is not.
 */
export function deploymentNamed(
  { deployments }: { readonly deployments: Deployments },
  name: string,
  { staff }: Pick<Author, 'staff'> = { staff: null },
): Deployment {
  const found = deployments.byName(name)
  if (found) return found
  if (staff !== null) throw new ActRefusedError(`There is no deployment ${name}.`)
  const names = deployments.all.map((deployment) => deployment.name).join(', ')
  throw new ActRefusedError(`There is no deployment ${name}, but ${names}.`)
}
