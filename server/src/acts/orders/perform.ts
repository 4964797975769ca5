import type { ActRow } from '@gatehouse/contract/acts/act'
import type { DataOf } from '@gatehouse/contract/acts/answers'
import { deployment as ofDeployment } from '@gatehouse/contract/acts/orderFields'
import type * as z from 'zod'
import { appendAudit } from '../../database/operations/auditLog.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { aboutPlayer } from '../../database/staff/answersAbout.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import { type Clock, clock } from '../../platform/clock.ts'
import type { Deployment, Deployments } from '../../tenants/deployments.ts'
import { deafClients } from '../../tenants/client.ts'
import { ActRefusedError } from './actRefusedError.ts'
import type {
  Act,
  ActResult,
  ActServices,
  ActWorld,
  Author,
  Note,
  Noted,
  SeenResult,
} from './actTypes.ts'
import { beginLongRun } from './longRun.ts'

/** The result of an act in one transaction, with what the audit log keeps of it. */
export type ActDone<Data = unknown> = ActResult<Data> & Noted

/** The deployment of an order that has to name one. */
type At<Order extends z.ZodObject> =
  z.output<Order> extends { readonly deployment: string } ? Deployment : null

type Looker<Order extends z.ZodObject, Result> = (
  services: ActServices,
  order: z.output<Order>,
  at: At<Order>,
  author: Author,
  note: Note,
) => Promise<Result>

/** The function that performs an order, by the kind of its row; each throws an ActRefusedError. */
interface Performers<Order extends z.ZodObject, Data> {
  readonly look: Looker<Order, ActResult<Data>>
  /** As `lookAtPlayer` makes it. */
  readonly seen: Looker<Order, SeenResult<Data>>
  /** Queries must use the transaction. */
  readonly act: (
    services: ActServices,
    order: z.output<Order>,
    transaction: Executor,
    at: At<Order>,
    author: Author,
  ) => Promise<ActDone<Data>>
  /** Makes its own transactions, and notes in them. `isDry` is for a row that can be tried. */
  readonly long: (
    services: ActServices,
    order: z.output<Order>,
    note: Note,
    at: At<Order>,
    author: Author,
    isDry: boolean,
  ) => Promise<ActResult<Data>>
  readonly offline: (
    environment: NodeJS.ProcessEnv,
    order: z.output<Order>,
    note: Note,
  ) => Promise<ActResult<Data>>
}

type PerformerOf<Row> =
  Row extends ActRow<infer Order, infer Kind, infer Answer>
    ? Performers<Order, DataOf<Answer>>[Row extends { readonly isSeen: true } ? 'seen' : Kind]
    : never

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
        return performer(world.environment, order, noteBy(author, clock, name, null), null, null)
      }
      const services = servicesIn(world)
      const { kysely } = services.database
      const at = deploymentIn(row, services, deployment, author)
      const note = noteBy(author, services.clock, name, deployment)
      if (row.kind === 'look') return performer(services, order, at, author, note)
      if (row.kind === 'long') {
        const performLong = async (noted: Note) =>
          withUntold(row, at, await performer(services, order, noted, at, author, isDry))
        if (isDry) return performLong(note)
        if (!row.isRun) {
          if (first) await inTransaction(kysely, first)
          const result = await performLong(note)
          return last ? inTransaction(kysely, (transaction) => last(transaction, result)) : result
        }
        const begun = { act: name, deployment, order, author, along }
        const run = along.run ?? (await beginLongRun(services, begun))
        try {
          const result = await performLong(run.noteBy(note))
          return await run.end(result, last)
        } catch (error) {
          await run.fail(error)
          throw error
        }
      }
      const act = inTransaction(kysely, async (transaction) => {
        await first?.(transaction)
        const done = withUntold(row, at, await performer(services, order, transaction, at, author))
        const { subject, details, isAlone = false, ...result } = done
        if (isDry) throw new TriedError(result)
        const about = aboutPlayer(deployment, subject ?? '')
        const given = last ? await last(transaction, result, about) : result
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

  constructor(result: ActResult) {
    super('The act was tried.')
    this.result = result
  }
}

/** The types of a row's performer, which the table has checked, are unknown in the loop over it. */
type AnyPerformer = (
  world: unknown,
  order: object,
  third: unknown,
  fourth: unknown,
  fifth: unknown,
  isDry?: boolean,
) => Promise<ActDone>

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
  return async ({ database }: ActServices, { deployment }: { readonly deployment: string }) => ({
    data: await list(database.kysely, deployment),
  })
}
