import type { ActRow } from '@gatehouse/contract/acts/act'
import type { ActName } from '@gatehouse/contract/acts/everyAct'
import type { DataOf } from '@gatehouse/contract/acts/answers'
import { deployment as ofDeployment } from '@gatehouse/contract/acts/orderFields'
import type { PageRenderer } from '@gatehouse/contract/serverPages'
import type * as z from 'zod'
import type { AccountServices } from '../../accounts/accountServices.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Mailings } from '../../accounts/preferences/mailings.ts'
import type { Jobs } from '../../database/jobs/jobs.ts'
import { appendAudit, type AuditEntry } from '../../database/operations/auditLog.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import type { KeyMaker } from '../../oidc/keys/signingKeys.ts'
import { type Clock, clock } from '../../platform/clock.ts'
import type { Environment } from '../../platform/config/settings.ts'
import type { Metrics } from '../../platform/observability/metrics.ts'
import type { Staff } from '../../staff/staffCaller.ts'
import type { StaffRoles } from '../../staff/staffRoles.ts'
import type { Deployment, Deployments } from '../../tenants/deployments.ts'
import type { TenantServices } from '../../tenants/tenantServices.ts'
import { ActRefusedError } from './actRefusedError.ts'

/** The services of the acts. */
export interface ActServices
  extends
    TenantServices,
    Pick<
      AccountServices,
      'events' | 'key' | 'outbox' | 'passwords' | 'rateLimiter' | 'secrets' | 'uploads'
    > {
  readonly makeKey: KeyMaker
  readonly mailings: Mailings
  readonly jobs: Pick<Jobs, 'boss' | 'states' | 'stuckQueues'>
  /** Null without SMTP_URL. */
  readonly mailer: Mailer | null
  /** For `${…}` in deployment files. */
  readonly environment: Environment
  /** Null without a built portal. */
  readonly renderer: PageRenderer | null
  readonly metrics: Pick<Metrics, 'countSecurityEvent'>
  readonly staffRoles: StaffRoles
  /** The acts with their performers: an approval carries out another act. */
  readonly loadAct: (name: ActName) => Promise<Act>
}

/** The author and reason of an act, as the audit log keeps them. */
export interface Author {
  readonly who: string
  readonly why: string
  /** The person who is signed in to the console; null at the command line. */
  readonly staff: Staff | null
  /** The way of the order, besides its author. */
  readonly way: Partial<
    Pick<AuditEntry, 'via' | 'staff_key' | 'session_id' | 'approved_by' | 'alone'>
  >
}

/** Steps in the transaction of an act, before it and before its audit entry. */
export interface Along {
  readonly first?: (transaction: Executor) => Promise<void>
  /** Answers the result as the person gets it. */
  readonly last?: (transaction: Executor, result: ActResult) => Promise<ActResult>
  /** True where nothing is to be changed: the transaction is rolled back. */
  readonly isDry?: boolean
}

/** `data` is for programs, and for people too unless `message` says it better. */
export interface ActResult<Data = unknown> {
  readonly data: Data
  readonly message?: string
}

/** The result of a look that the audit log and the player's activity have. */
export interface SeenResult<Data = unknown> extends ActResult<Data> {
  readonly isNoted: true
}

/**
 * The part of an audit entry besides author, time and reason: ids, and never a name or an address.
 */
export interface Noted {
  readonly subject?: string | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
  /** True where a command line did alone what the console does with a second person. */
  readonly isAlone?: boolean
}

/** The result of an act in one transaction, with what the audit log keeps of it. */
export type ActDone<Data = unknown> = ActResult<Data> & Noted

/** Writes an entry of the audit log, in the transaction of the change. */
export type Note = (transaction: Executor, noted: Noted) => Promise<void>

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

/** Where an act is carried out. */
export interface ActWorld {
  /** The settings of an offline act, which opens the files and databases that it needs. */
  readonly environment: NodeJS.ProcessEnv
  readonly services: () => ActServices | Promise<ActServices>
}

/** A row with its performer. */
export interface Act {
  readonly name: string
  readonly row: ActRow
  /** Takes an order that the schema has parsed; throws an ActRefusedError. */
  readonly perform: (
    world: ActWorld,
    order: object,
    author: Author,
    along?: Along,
  ) => Promise<ActResult>
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
      const services = await world.services()
      const { kysely } = services.database
      const at = deploymentIn(row, services, deployment, author)
      const note = noteBy(author, services.clock, name, deployment)
      if (row.kind === 'look') return performer(services, order, at, author, note)
      if (row.kind === 'long') {
        if (first) await inTransaction(kysely, first)
        const result = await performer(services, order, note, at, author, isDry)
        return last ? inTransaction(kysely, (transaction) => last(transaction, result)) : result
      }
      const act = inTransaction(kysely, async (transaction) => {
        await first?.(transaction)
        const done = await performer(services, order, transaction, at, author)
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
  { who, why: given, way }: Author,
  clock: Clock,
  command: string,
  deployment: string | null,
): Note {
  return (transaction, { subject = '', details = {}, isAlone = false }) => {
    const at = clock.now()
    const why = given === '' ? noReason : given
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
