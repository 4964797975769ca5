import type { ActKind, ActRow } from '@gatehouse/contract/acts/act'
import type { DataOf } from '@gatehouse/contract/acts/answers'
import { deployment as ofDeployment } from '@gatehouse/contract/acts/orderFields'
import type * as z from 'zod'
import { appendAudit } from '../../database/operations/auditLog.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { aboutPlayer } from '../../database/staff/answersAbout.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { type Clock, clock } from '../../platform/clock.ts'
import { deafClients } from '../../tenants/client.ts'
import type { Deployment, Deployments } from '../../tenants/deployments.ts'
import { ActRefusedError } from './actRefusedError.ts'
import { begin, end } from './cause.ts'
import type { Act, ActResult, ActServices, ActWorld, Author, Cause, Note } from './actTypes.ts'
import type { ActDone, Kinds } from './run.ts'
import { beginLongRun } from './longRun.ts'

/** The deployment of an order that has to name one. */
type At<Order extends z.ZodObject> =
  z.output<Order> extends { readonly deployment: string } ? Deployment : null

type KindOf<Row extends ActRow> = Row extends { readonly isSeen: true } ? 'seen' : Row['kind']

/** The function that performs the orders of a row. */
type PerformerOf<Row> =
  Row extends ActRow<infer Order, ActKind, infer Answer>
    ? Performs<z.output<Order>, Kinds<At<Order>, DataOf<Answer>>[KindOf<Row>]>
    : never

type Performs<Order, Kind extends readonly [run: unknown, result: unknown]> = (
  run: Kind[0],
  order: Order,
) => Promise<Kind[1]>

/** The services of every act that is not offline. */
export function servicesIn({ services }: ActWorld): ActServices {
  if (services === null) throw new Error('Only an offline act is carried out without services.')
  return services
}

/** The rows with their performers: one for each, and none beside. */
export function perform<Rows extends Readonly<Record<string, ActRow>>>(
  rows: Rows,
  performers: { readonly [Name in keyof Rows]: PerformerOf<Rows[Name]> },
): readonly Act[] {
  return Object.entries(rows).map(([name, row]) => ({
    name,
    row,
    perform(world, order, author, cause) {
      const performer = performers[name] as AnyPerformer
      if (row.kind === 'offline') {
        const note = noteBy(author, clock, name, null)
        return performer({ environment: world.environment, note }, order)
      }
      const act = { name, row, performer, order, author, services: servicesIn(world), cause }
      if (cause.kind === 'trial') return tryAct(act)
      if (row.kind === 'look') return performLook(act)
      if (row.kind === 'act') return performAct(act)
      return row.isRun ? performRun(act) : performLong(act)
    },
  }))
}

/** An order that is about to be carried out. */
interface Ordered {
  readonly name: string
  readonly row: ActRow
  readonly performer: AnyPerformer
  readonly order: object
  readonly author: Author
  readonly services: ActServices
  readonly cause: Cause
}

/** The part of a run that every kind has. */
function runOf({ name, row, order, author, services }: Ordered) {
  const { deployment = null } = order as { readonly deployment?: string }
  const at = deploymentIn(row, services, deployment, author)
  return { services, at, author, note: noteBy(author, services.clock, name, deployment) }
}

async function performLook(act: Ordered): Promise<ActResult> {
  const { row, performer, order, services, cause } = act
  const result = await performer(runOf(act), order)
  return end(cause, { row, result, about: null }, services, services.database.kysely)
}

/** The cause, the act and its entry, in one transaction. */
function performAct(act: Ordered): Promise<ActResult> {
  const { row, performer, order, services, cause } = act
  const { note, ...run } = runOf(act)
  return inTransaction(services.database.kysely, async (transaction) => {
    await begin(cause, services, transaction)
    const done = withUntold(row, run.at, await performer({ ...run, transaction }, order))
    const { subject, details, isAlone = false, ...result } = done
    const about = aboutPlayer(run.at?.name ?? null, subject ?? '')
    const given = await end(cause, { row, result, about }, services, transaction)
    // Last: it locks the end of the audit log's chain until the commit.
    await note(transaction, { subject, details, isAlone })
    return given
  })
}

/** A long act that nobody sees go on. */
async function performLong(act: Ordered): Promise<ActResult> {
  const { row, performer, order, services, cause } = act
  const { kysely } = services.database
  const run = runOf(act)
  await inTransaction(kysely, (transaction) => begin(cause, services, transaction))
  const result = withUntold(row, run.at, await performer({ ...run, isDry: false }, order))
  return inTransaction(kysely, (transaction) =>
    end(cause, { row, result, about: null }, services, transaction),
  )
}

/** A long act that others see go on, and what became of it. */
async function performRun(act: Ordered): Promise<ActResult> {
  const { name, row, performer, order, author, services, cause } = act
  const { note, ...own } = runOf(act)
  const deployment = own.at?.name ?? (order as { readonly deployment?: string }).deployment ?? '*'
  const begun = { act: name, deployment, order, author, cause }
  const run = cause.kind === 'taken over' ? cause.run : await beginLongRun(services, begun)
  try {
    const noted = { ...own, note: run.noteBy(note), isDry: false }
    const result = withUntold(row, own.at, await performer(noted, order))
    run.stopBeating()
    return await inTransaction(services.database.kysely, async (transaction) => {
      const given = await end(cause, { row, result, about: null }, services, transaction)
      await run.end(transaction, result.message ?? '')
      return given
    })
  } catch (error) {
    await run.fail(error)
    throw error
  }
}

/** What the act would do: nothing is changed. */
async function tryAct(act: Ordered): Promise<ActResult> {
  const { name, row, performer, order, services } = act
  if (!row.isTried) throw new ActRefusedError(`${name} cannot be tried.`, { code: 'NO_DRY_RUN' })
  const { note, ...run } = runOf(act)
  if (row.kind === 'long') {
    return withUntold(row, run.at, await performer({ ...run, note, isDry: true }, order))
  }
  const tried = inTransaction(services.database.kysely, async (transaction) => {
    throw new TriedError(withUntold(row, run.at, await performer({ ...run, transaction }, order)))
  })
  return tried.catch((error: unknown) => {
    if (error instanceof TriedError) return error.result
    throw error
  })
}

/** Names the sites at which the players of an act stay logged in. */
function withUntold<Result extends ActResult>(
  { endsSessions }: ActRow,
  at: Deployment | null,
  result: Result,
): Result {
  if (endsSessions === null || at === null) return result
  const deaf = deafClients(at.clients.values(), endsSessions).map(({ clientId }) => clientId)
  if (deaf.length === 0) return result
  const untold = `Sites that do not hear of it: ${deaf.join(', ')}.`
  return { ...result, message: [result.message, untold].filter(Boolean).join('\n') }
}

/** Rolls an act back that was only tried. */
class TriedError extends Error {
  readonly result: ActResult

  constructor({ data, message = '' }: ActDone) {
    super('The act was tried.')
    this.result = { data, message }
  }
}

/** The types of a row's performer, which the table has checked, are unknown in the loop over it. */
type AnyPerformer = (run: object, order: object) => Promise<ActDone>

/** The audit log has a reason in each entry: this one where none was asked. */
const noReason = 'none asked'

function noteBy(
  { who, why: given, way, approvers }: Author,
  clock: Clock,
  command: string,
  deployment: string | null,
): Note {
  return (transaction, { subject = '', details: noted = {}, isAlone = false }) => {
    const at = clock.now()
    const why = given === '' ? noReason : given
    const details = approvers === undefined ? noted : { ...noted, approvers }
    const alone = isAlone ? { alone: true } : {}
    const entry = { who, why, ...way, ...alone, at, command, deployment, subject, details }
    return appendAudit(transaction, entry)
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

/** A look that lists rows of a deployment. */
export function listed<Listed extends object>(
  list: (executor: Executor, deployment: string) => Promise<readonly Listed[]>,
) {
  return async (
    { services: { database } }: { readonly services: ActServices },
    { deployment }: { readonly deployment: string },
  ) => ({ data: await list(database.kysely, deployment) })
}
