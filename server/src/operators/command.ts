import * as z from 'zod'
import { appendAudit } from '../database/operations/auditLog.ts'
import type { Executor } from '../database/connection/openDatabase.ts'
import type { OperatorServices } from './operatorServices.ts'
import { SettingsError } from '../platform/config/settings.ts'
import { CommandRefusedError } from './commandRefusedError.ts'
import { deploymentNamed } from './deploymentNamed.ts'
import { deployment as ofDeployment } from './orderFields.ts'

/** Who orders something, and why: what the audit log keeps of it. */
export interface Author {
  readonly who: string
  readonly why: string
}

/** What a command tells: `data` to programs, and to people too where no message says it better. */
export interface Told {
  readonly data: unknown
  readonly message?: string
}

/** What the audit log says of an act besides who, when and why: ids, and never a name or an address. */
export interface Noted {
  readonly subject?: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** Writes an entry of the audit log, in the transaction of what it is about. */
export type Note = (transaction: Executor, noted: Noted) => Promise<void>

interface Described {
  /** The words that an operator writes, like `players ban`; also its path on the socket. */
  readonly name: string
  /** What it does, in one line. */
  readonly summary: string
  /** What it is told: each field is an option, but for the operands. */
  readonly order: z.ZodObject
  /** Fields that are written without a name, in their order. */
  readonly operands: readonly string[]
  /** Whether it changes anything: then it wants a reason, and is in the audit log. */
  readonly isAct: boolean
}

/** What an operator can order of a server, or of a process that opens the server's database. */
export interface Command extends Described {
  /** Takes an order that `order` has parsed; throws a CommandRefused. */
  readonly carryOut: (services: OperatorServices, order: object, author: Author) => Promise<Told>
}

/** What is done without a server: on files, settings, or a database that no server has open. */
export interface Errand extends Described {
  readonly run: (environment: NodeJS.ProcessEnv, order: object, author: Author) => Promise<Told>
}

type Given<Order extends z.ZodObject> = Omit<Described, 'operands' | 'order' | 'isAct'> & {
  readonly order: Order
  readonly operands?: readonly (keyof z.output<Order> & string)[]
}

/** A command that only looks. */
export function question<Order extends z.ZodObject>({
  answer,
  operands = [],
  ...given
}: Given<Order> & {
  readonly answer: (services: OperatorServices, order: z.output<Order>) => Promise<Told>
}): Command {
  return {
    ...given,
    operands,
    isAct: false,
    async carryOut(services, order) {
      refuseUnknownDeployment(given.order, services, order)
      return answer(services, order as z.output<Order>)
    },
  }
}

/**
 * A command that changes something in one transaction, which also holds its entry of the audit log.
 * The embedded database has one connection: whatever it asks, it asks the transaction.
 */
export function act<Order extends z.ZodObject>({
  perform,
  ...given
}: Given<Order> & {
  readonly perform: (
    services: OperatorServices,
    order: z.output<Order>,
    transaction: Executor,
  ) => Promise<Told & Noted>
}): Command {
  return work({
    ...given,
    perform: (services, order, note) =>
      services.database.kysely.transaction().execute(async (transaction) => {
        const { data, message, ...noted } = await perform(services, order, transaction)
        await note(transaction, noted)
        return message === undefined ? { data } : { data, message }
      }),
  })
}

/** A command that changes things in transactions of its own, and notes what it does in them. */
export function work<Order extends z.ZodObject>({
  perform,
  operands = [],
  ...given
}: Given<Order> & {
  readonly perform: (
    services: OperatorServices,
    order: z.output<Order>,
    note: Note,
  ) => Promise<Told>
}): Command {
  return {
    ...given,
    operands,
    isAct: true,
    async carryOut(services, order, author) {
      refuseUnknownDeployment(given.order, services, order)
      const { deployment } = order as { readonly deployment?: string }
      const note: Note = (transaction, { subject = '', details = {} }) =>
        appendAudit(transaction, {
          ...author,
          at: services.clock.now(),
          command: given.name,
          deployment: deployment ?? null,
          subject,
          details,
        })
      return perform(services, order as z.output<Order>, note)
    },
  }
}

/** Whoever takes the field `deployment` as it is means one that there is. */
function refuseUnknownDeployment(
  fields: z.ZodObject,
  services: OperatorServices,
  order: object,
): void {
  if (fields.shape['deployment'] !== ofDeployment) return
  deploymentNamed(services, (order as { readonly deployment: string }).deployment)
}

/** Something that is done without a server. */
export function errand<Order extends z.ZodObject>({
  run,
  operands = [],
  isAct = false,
  ...given
}: Given<Order> & {
  /** One that is an act writes its own entry of the audit log. */
  readonly isAct?: boolean
  readonly run: (
    environment: NodeJS.ProcessEnv,
    order: z.output<Order>,
    author: Author,
  ) => Promise<Told>
}): Errand {
  return {
    ...given,
    operands,
    isAct,
    run: (environment, order, author) => run(environment, order as z.output<Order>, author),
  }
}

export interface CommandAnswer {
  readonly outcome: 'done' | 'refused' | 'misunderstood'
  /** Empty where the data say it all. */
  readonly message: string
  readonly data: unknown
}

/** Carries an order out, once it is understood, and tells how it went; faults are thrown. */
export async function answerTo(
  { order }: Described,
  given: unknown,
  carryOut: (order: object) => Promise<Told>,
): Promise<CommandAnswer> {
  const understood = order.safeParse(given)
  if (!understood.success) {
    return { outcome: 'misunderstood', message: z.prettifyError(understood.error), data: null }
  }
  try {
    const { message = '', data } = await carryOut(understood.data)
    // As it comes over the socket: a moment is its text.
    return { outcome: 'done', message, data: JSON.parse(JSON.stringify(data)) as unknown }
  } catch (error) {
    if (error instanceof CommandRefusedError) {
      return { outcome: 'refused', message: error.message, data: error.data }
    }
    if (error instanceof SettingsError) {
      return { outcome: 'refused', message: error.message, data: null }
    }
    throw error
  }
}
