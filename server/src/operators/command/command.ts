import { inTransaction } from '../../database/transactions/inTransaction.ts'
import * as z from 'zod'
import { appendAudit } from '../../database/operations/auditLog.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { OperatorServices } from './operatorServices.ts'
import { SettingsError } from '../../platform/config/settings.ts'
import { CommandRefusedError } from './commandRefusedError.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import { deploymentNamed } from './deploymentNamed.ts'
import { deployment as ofDeployment } from './orderFields.ts'

/** The author and reason of a command, as the audit log keeps them. */
export interface Author {
  readonly who: string
  readonly why: string
}

/**
 * The result of a command: `data` for programs, and for people too unless `message` says it better.
 */
export interface CommandResult {
  readonly data: unknown
  readonly message?: string
}

/**
 * The part of an audit entry besides author, time and reason: ids, and never a name or an address.
 */
export interface Noted {
  readonly subject?: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** Writes an entry of the audit log, in the transaction of the change. */
export type Note = (transaction: Executor, noted: Noted) => Promise<void>

interface Described {
  /** The words of the command line, like `players ban`; also its path on the socket. */
  readonly name: string
  /** Its effect, in one line. */
  readonly summary: string
  /** Its input: each field is an option, except the operands. */
  readonly order: z.ZodObject
  /** Fields that are written without a name, in their order. */
  readonly operands: readonly string[]
  /** True when it changes anything: then it needs a reason and is in the audit log. */
  readonly isAct: boolean
}

/** A command to a server, or to a process that opens the server's database. */
export interface Command extends Described {
  /** Takes an order that `order` has parsed; throws a CommandRefusedError. */
  readonly carryOut: (
    services: OperatorServices,
    order: object,
    author: Author,
  ) => Promise<CommandResult>
}

/** A command without a server: on files, settings, or a database that no server has open. */
export interface Errand extends Described {
  readonly run: (
    environment: NodeJS.ProcessEnv,
    order: object,
    author: Author,
  ) => Promise<CommandResult>
}

type CommandDefinition<Order extends z.ZodObject> = Pick<Described, 'name' | 'summary'> & {
  readonly order: Order
  readonly operands?: readonly (keyof z.output<Order> & string)[]
}

/** The deployment of an order that has to name one. */
type At<Order extends z.ZodObject> =
  z.output<Order> extends { readonly deployment: string } ? Deployment : null

/** A command that only reads. */
export function readCommand<Order extends z.ZodObject>({
  answer,
  operands = [],
  ...given
}: CommandDefinition<Order> & {
  readonly answer: (
    services: OperatorServices,
    order: z.output<Order>,
    at: At<Order>,
  ) => Promise<CommandResult>
}): Command {
  return {
    ...given,
    operands,
    isAct: false,
    async carryOut(services, order) {
      return answer(services, order as z.output<Order>, deploymentIn(given.order, services, order))
    },
  }
}

/**
 * A command that makes a change in one transaction, which also holds its entry of the audit log.
 * The embedded database has one connection, so every query must use the transaction.
 */
export function writeCommand<Order extends z.ZodObject>({
  perform,
  ...given
}: CommandDefinition<Order> & {
  readonly perform: (
    services: OperatorServices,
    order: z.output<Order>,
    transaction: Executor,
    at: At<Order>,
  ) => Promise<CommandResult & Noted>
}): Command {
  return batchCommand({
    ...given,
    perform: (services, order, note, at) =>
      inTransaction(services.database.kysely, async (transaction) => {
        const { data, message, ...noted } = await perform(services, order, transaction, at)
        await note(transaction, noted)
        return message === undefined ? { data } : { data, message }
      }),
  })
}

/** A command that makes changes in transactions of its own and writes its audit entries in them. */
export function batchCommand<Order extends z.ZodObject>({
  perform,
  operands = [],
  ...given
}: CommandDefinition<Order> & {
  readonly perform: (
    services: OperatorServices,
    order: z.output<Order>,
    note: Note,
    at: At<Order>,
  ) => Promise<CommandResult>
}): Command {
  return {
    ...given,
    operands,
    isAct: true,
    async carryOut(services, order, author) {
      const at = deploymentIn(given.order, services, order)
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
      return perform(services, order as z.output<Order>, note, at)
    },
  }
}

/** The field `deployment` without further rules must name an existing deployment. */
function deploymentIn<Order extends z.ZodObject>(
  fields: Order,
  services: OperatorServices,
  order: object,
): At<Order> {
  const { deployment } = order as { readonly deployment: string }
  const isNamed = fields.shape['deployment'] === ofDeployment
  return (isNamed ? deploymentNamed(services, deployment) : null) as At<Order>
}

/** A command that runs without a server. */
export function offlineCommand<Order extends z.ZodObject>({
  run,
  operands = [],
  isAct = false,
  ...given
}: CommandDefinition<Order> & {
  /** A command that changes anything writes its own audit entry. */
  readonly isAct?: boolean
  readonly run: (
    environment: NodeJS.ProcessEnv,
    order: z.output<Order>,
    author: Author,
  ) => Promise<CommandResult>
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
  /** Empty where the data are enough. */
  readonly message: string
  readonly data: unknown
}

/** Parses and runs an order and returns its outcome; unexpected errors are thrown. */
export async function answerTo(
  { order }: Described,
  given: unknown,
  carryOut: (order: object) => Promise<CommandResult>,
): Promise<CommandAnswer> {
  const understood = order.safeParse(given)
  if (!understood.success) {
    return { outcome: 'misunderstood', message: z.prettifyError(understood.error), data: null }
  }
  try {
    const { message = '', data } = await carryOut(understood.data)
    // In the same form as over the socket: a moment is a text.
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
