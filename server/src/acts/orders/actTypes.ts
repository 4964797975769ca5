import type { ActRow, Role } from '@gatehouse/contract/acts/act'
import type { ActName } from '@gatehouse/contract/acts/everyAct'
import type { PageRenderer } from '@gatehouse/contract/serverPages'
import type { AccountServices } from '../../accounts/accountServices.ts'
import type { Mailings } from '../../accounts/preferences/mailings.ts'
import type { Jobs } from '../../database/jobs/jobs.ts'
import type { AuditEntry } from '../../database/operations/auditLog.ts'
import type { Approval, decideApproval } from '../../database/staff/approvals.ts'
import type { OrderKey } from '../../database/staff/repeatedOrders.ts'
import type { alertStaff } from '../../mail/staffAlert.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { KeyMaker } from '../../oidc/keys/signingKeys.ts'
import type { Environment } from '../../platform/config/settings.ts'
import type { Metrics } from '../../platform/observability/metrics.ts'
import type { Staff } from '../../staff/staffCaller.ts'
import type { StaffRoles } from '../../staff/staffRoles.ts'
import type { Drawing } from '../../versions/drawing.ts'
import type { TenantServices } from '../../tenants/tenantServices.ts'

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
  readonly drawing: Drawing
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

/** Writes an entry of the audit log, in the transaction of the change. */
export type Note = (transaction: Executor, noted: Noted) => Promise<void>

/** An order that may be repeated: its key, and a digest of what was ordered with it. */
export type RepeatableOrder = OrderKey & { readonly order_hash: Buffer }

export type Decision = Parameters<typeof decideApproval>[2]

/** What an act is carried out for. It says what is written in the act's transactions besides the act. */
export type Cause =
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

/** A long act under way in this process. */
export interface RunInHand {
  /** Counts what is done so far with each entry of the audit log. */
  readonly noteBy: (note: Note) => Note
  readonly stopBeating: () => void
  readonly end: (transaction: Executor, message: string) => Promise<void>
  readonly fail: (error: unknown) => Promise<void>
}

/** Where an act is carried out. */
export interface ActWorld {
  /** The settings of an offline act, which opens the files and databases that it needs. */
  readonly environment: NodeJS.ProcessEnv
  /** Null where an offline act is carried out. They are closed by whoever opened them. */
  readonly services: ActServices | null
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
    cause: Cause,
  ) => Promise<ActResult>
}
