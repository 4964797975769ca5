import type { ActKind, ActRow } from '@gatehouse/contract/acts/act'
import type { DataOf } from '@gatehouse/contract/acts/answers'
import type { ActName } from '@gatehouse/contract/acts/everyAct'
import type { LedgerAct } from '@gatehouse/contract/activity'
import type { PageRenderer } from '@gatehouse/contract/serverPages'
import type * as z from 'zod'
import type { AccountServices } from '../../../accounts/accountServices.ts'
import type { Mailings } from '../../../accounts/preferences/mailings.ts'
import type { ActedBy } from '../../../auth/security-acts/securityActs.ts'
import type { Player } from '../../../database/accounts/players.ts'
import type { Jobs } from '../../../database/jobs/jobs.ts'
import type { AuditEntry } from '../../../database/operations/auditLog.ts'
import type { Executor } from '../../../database/schema/executor.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import type { KeyMaker } from '../../../oidc/keys/signingKeys.ts'
import type { Environment } from '../../../platform/config/settings.ts'
import type { Metrics } from '../../../platform/observability/metrics.ts'
import type { Staff } from '../../people/staffCaller.ts'
import type { StaffRoles } from '../../people/staffRoles.ts'
import type { Deployment } from '../../../deployments/deployments.ts'
import type { DeploymentServices } from '../../../deployments/deploymentServices.ts'
import type { Drawing } from '../../versions/drawing.ts'

/*
 * An act under way, as its performer gets it: one object, by the kind of its row. A performer throws an
 * ActRefusedError.
 */

/** The services of the acts. */
export interface ActServices
  extends
    DeploymentServices,
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
  readonly drawing: Drawing
  readonly metrics: Pick<Metrics, 'countSecurityEvent' | 'countPageFailure'>
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
  /** The marks of the people who have approved it; none where nobody had to. */
  readonly approvers?: readonly string[]
  /** The way of the order, besides its author. */
  readonly way: Partial<
    Pick<AuditEntry, 'via' | 'staff_key' | 'session_id' | 'approved_by' | 'alone'>
  >
}

/** `data` is for programs, and for people too unless `message` says it better. */
export interface ActResult<Data = unknown> {
  readonly data: Data
  readonly message?: string
}

/** The part of an audit entry besides author, time and reason: ids, and never a name or an address. */
export interface Audited {
  readonly subject?: string | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
  /** True where a command line did alone what the console does with a second person. */
  readonly isAlone?: boolean
}

/** Writes an entry of the audit log, in the transaction of the change. */
export type Audit = (transaction: Executor, audited: Audited) => Promise<void>

/** `at` is the deployment of an order that has to name one; null for another order. */
interface Online<At> {
  readonly services: ActServices
  readonly at: At
  readonly author: Author
}

export interface LookRun<At = Deployment> extends Online<At> {
  readonly audit: Audit
}

/** `found` is the player of an order that names one, locked; null for another order. */
export interface ActRun<At = Deployment, Found = null> extends Online<At> {
  /** The result is in the audit log with this transaction, which every query uses. */
  readonly transaction: Executor
  readonly found: Found
}

/** It makes its own transactions, with entries of the audit log in them. */
export interface LongRun<At = Deployment> extends Online<At> {
  readonly audit: Audit
  /** True for a trial, of a row that can be tried: it changes nothing. */
  readonly isDry: boolean
}

interface OfflineRun {
  readonly environment: NodeJS.ProcessEnv
  readonly audit: Audit
}

/** The part of a run that concerns a player. */
export type OnPlayer = Omit<ActRun<Deployment, Player>, 'author'>

/** The result of an act in one transaction; the subject of its entry is its player, unless it says so. */
export type ActDone<Data = unknown> = ActResult<Data> & Audited

/** What is performed, by the kind of the row: the run, and its result. */
interface Kinds<At, Found, Data> {
  readonly look: readonly [LookRun<At>, ActResult<Data>]
  /** In one transaction with its entries. */
  readonly seen: readonly [ActRun<At, Found>, ActResult<Data>]
  readonly act: readonly [ActRun<At, Found>, ActDone<Data>]
  readonly long: readonly [LongRun<At>, ActResult<Data>]
  readonly offline: readonly [OfflineRun, ActResult<Data>]
}

type At<Order> = Order extends { readonly deployment: string } ? Deployment : null
type Found<Order> = Order extends { readonly player: string } ? Player : null
type KindOf<Row extends ActRow> = Row extends { readonly isSeen: true } ? 'seen' : Row['kind']

/** The function that performs the orders of a row. */
type PerformerOf<Row> =
  Row extends ActRow<infer Order, ActKind, infer Answer>
    ? Performs<
        z.output<Order>,
        Kinds<At<z.output<Order>>, Found<z.output<Order>>, DataOf<Answer>>[KindOf<Row>]
      >
    : never

type Performs<Order, Kind extends readonly [run: unknown, result: unknown]> = (
  run: Kind[0],
  order: Order,
) => Promise<Kind[1]>

/** A row with its performer, whose types the table has checked. */
export interface Act {
  readonly name: string
  readonly row: ActRow
  readonly performer: (run: object, order: object) => Promise<ActDone>
}

/** The rows with their performers: one for each, and none beside. */
export function performedBy<Rows extends Readonly<Record<string, ActRow>>>(
  rows: Rows,
  performers: { readonly [Name in keyof Rows]: PerformerOf<Rows[Name]> },
): readonly Act[] {
  return Object.entries(rows).map(([name, row]) => {
    return { name, row, performer: performers[name] as Act['performer'] }
  })
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

type OperatorsAct = 'sessions-ended' | Extract<LedgerAct, `support-${string}`>

/** Records an operator's act on an account, in the act's transaction: its player reads it there. */
export async function recordByOperator(
  { services, transaction, at, found }: OnPlayer,
  acted: ActedBy[OperatorsAct],
): Promise<void> {
  const { recordAct } = await import('../../../auth/security-acts/recordAct.ts')
  const context = { deployment: at, services, clientContext: null }
  await recordAct(context, transaction, found, { ...acted, actor: 'operator' })
}
