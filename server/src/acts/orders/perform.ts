import type { ActKind, ActRow } from '@gatehouse/contract/acts/act'
import type { DataOf } from '@gatehouse/contract/acts/answers'
import { deployment as ofDeployment } from '@gatehouse/contract/acts/orderFields'
import type * as z from 'zod'
import { appendAudit } from '../../database/operations/auditLog.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { type Clock, clock } from '../../platform/clock.ts'
import type { Deployment, Deployments } from '../../tenants/deployments.ts'
import { ActRefusedError } from './actRefusedError.ts'
import type { Act, ActResult, ActServices, ActWorld, Author, Note } from './actTypes.ts'
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
    async perform(world, order, author, along = {}) {
      const performer = performers[name] as AnyPerformer
      const { deployment = null } = order as { readonly deployment?: string }
      const { first, last, isDry = false } = along
      if (isDry && !row.isTried) {
        throw new ActRefusedError(`${name} cannot be tried.`, { code: 'NO_DRY_RUN' })
      }
      if (row.kind === 'offline') {
        const { environment } = world
        return performer({ environment, note: noteBy(author, clock, name, null) }, order)
      }
      const services = servicesIn(world)
      const { kysely } = services.database
      const at = deploymentIn(row, services, deployment, author)
      const note = noteBy(author, services.clock, name, deployment)
      if (row.kind === 'look') return performer({ services, at, author, note }, order)
      if (row.kind === 'long') {
        if (isDry) return performer({ services, note, at, author, isDry }, order)
        if (!row.isRun) {
          if (first) await inTransaction(kysely, first)
          const result = await performer({ services, note, at, author, isDry }, order)
          return last ? inTransaction(kysely, (transaction) => last(transaction, result)) : result
        }
        const begun = { act: name, deployment, order, author, along }
        const run = along.run ?? (await beginLongRun(services, begun))
        try {
          const result = await performer(
            { services, note: run.noteBy(note), at, author, isDry },
            order,
          )
          return await run.end(result, last)
        } catch (error) {
          await run.fail(error)
          throw error
        }
      }
      const act = inTransaction(kysely, async (transaction) => {
        await first?.(transaction)
        const done = await performer({ services, transaction, at, author }, order)
        const { subject, details, isAlone = false, ...result } = done
        if (isDry) throw new TriedError(result)
        const given = last ? await last(transaction, result) : result
        // Last: it locks the end of the audit log's chain until the commit.
        await note(transaction, { subject, details, isAlone })
        return given
      })
      return act.catch((error: unknown) => {
        if (error instanceof TriedError) return error.result
        throw error
      })
    },
  }))
}

/** Rolls an act back that was only tried. */
class TriedError extends Error {
  readonly result: ActResult

  constructor(result: ActResult) {
    super('The act was tried.')
    this.result = result
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
