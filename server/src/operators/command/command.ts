import * as z from 'zod'
import type { AccountServices } from '../../accounts/accountServices.ts'
import type { Mailings } from '../../accounts/preferences/mailings.ts'
import { appendAudit } from '../../database/operations/auditLog.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { inTransaction } from '../../database/transactions/inTransaction.ts'
import type { KeyMaker } from '../../oidc/keys/signingKeys.ts'
import { type Clock, clock } from '../../platform/clock.ts'
import { SettingsError } from '../../platform/config/settings.ts'
import type { Deployment, Deployments } from '../../tenants/deployments.ts'
import type { TenantServices } from '../../tenants/tenantServices.ts'
import { CommandRefusedError } from './commandRefusedError.ts'
import { deployment as ofDeployment } from './orderFields.ts'

/** The services of the commands. */
export interface OperatorServices
  extends
    TenantServices,
    Pick<AccountServices, 'events' | 'key' | 'outbox' | 'rateLimiter' | 'secrets' | 'uploads'> {
  readonly makeKey: KeyMaker
  readonly mailings: Mailings
}

/** The author and reason of a command, as the audit log keeps them. */
export interface Author {
  readonly who: string
  readonly why: string
}

/** `data` is for programs, and for people too unless `message` says it better. */
export interface CommandResult {
  readonly data: unknown
  readonly message?: string
}

/**
 * The part of an audit entry besides author, time and reason: ids, and never a name or an address.
 */
export interface Noted {
  readonly subject?: string | undefined
  readonly details?: Readonly<Record<string, unknown>> | undefined
}

/** Writes an entry of the audit log, in the transaction of the change. */
export type Note = (transaction: Executor, noted: Noted) => Promise<void>

interface Described<Order extends z.ZodObject = z.ZodObject> {
  /** The words of the command line, like `players ban`; also its path on the socket. */
  readonly name: string
  /** Its effect, in one line. */
  readonly summary: string
  /** Its input: each field is an option, except the operands. */
  readonly order: Order
  /** Fields that are written without a name, in their order. */
  readonly operands: readonly string[]
  /** True when it changes anything: then it needs a reason and is in the audit log. */
  readonly isAct: boolean
}

/** Takes an order that the schema has parsed; throws a CommandRefusedError. */
type Carry<World> = (world: World, order: object, author: Author) => Promise<CommandResult>

/** A command to a server, or to a process that opens the server's database. */
export interface Command extends Described {
  readonly carryOut: Carry<OperatorServices>
}

/** A command without a server: on files, settings, or a database that no server has open. */
export interface Errand extends Described {
  readonly run: Carry<NodeJS.ProcessEnv>
}

interface Definition<Order extends z.ZodObject> extends Pick<
  Described<Order>,
  'name' | 'summary' | 'order'
> {
  readonly operands?: readonly (keyof z.output<Order> & string)[]
}

/** The deployment of an order that has to name one. */
type At<Order extends z.ZodObject> =
  z.output<Order> extends { readonly deployment: string } ? Deployment : null

type Perform<Order extends z.ZodObject, Given extends readonly unknown[], Result> = (
  services: OperatorServices,
  order: z.output<Order>,
  ...given: [...Given, at: At<Order>]
) => Promise<Result>

/** A command that only reads. */
export function readCommand<Order extends z.ZodObject>({
  answer,
  ...given
}: Definition<Order> & {
  readonly answer: Perform<Order, [], CommandResult>
}): Command {
  return {
    operands: [],
    ...given,
    isAct: false,
    async carryOut(services, order) {
      return answer(services, order as z.output<Order>, deploymentIn(given.order, services, order))
    },
  }
}

/** A command that lists rows of a deployment. */
export function listCommand({
  list,
  ...given
}: Pick<Described, 'name' | 'summary'> & {
  readonly list: (executor: Executor, deployment: string) => Promise<readonly object[]>
}): Command {
  return readCommand({
    ...given,
    order: z.strictObject({ deployment: ofDeployment }),
    async answer({ database }, { deployment }) {
      return { data: await list(database.kysely, deployment) }
    },
  })
}

/** A change in one transaction, with its entry of the audit log. Queries must use it. */
export function writeCommand<Order extends z.ZodObject>({
  perform,
  ...given
}: Definition<Order> & {
  readonly perform: Perform<Order, [transaction: Executor], CommandResult & Noted>
}): Command {
  return batchCommand({
    ...given,
    perform: (services, order, note, at) =>
      inTransaction(services.database.kysely, async (transaction) => {
        const { subject, details, ...result } = await perform(services, order, transaction, at)
        await note(transaction, { subject, details })
        return result
      }),
  })
}

/** A command that makes changes in its own transactions and writes its audit entries in them. */
export function batchCommand<Order extends z.ZodObject>({
  perform,
  ...given
}: Definition<Order> & {
  readonly perform: Perform<Order, [note: Note], CommandResult>
}): Command {
  return {
    operands: [],
    ...given,
    isAct: true,
    async carryOut(services, order, author) {
      const { deployment = null } = order as { readonly deployment?: string }
      const note = noteBy(author, services.clock, given.name, deployment)
      const at = deploymentIn(given.order, services, order)
      return perform(services, order as z.output<Order>, note, at)
    },
  }
}

function noteBy(author: Author, clock: Clock, command: string, deployment: string | null): Note {
  return (transaction, { subject = '', details = {} }) => {
    const entry = { ...author, at: clock.now(), command, deployment, subject, details }
    return appendAudit(transaction, entry)
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

/** Throws a CommandRefusedError that names the existing deployments. */
export function deploymentNamed(
  { deployments }: { readonly deployments: Deployments },
  name: string,
): Deployment {
  const found = deployments.byName(name)
  if (found) return found
  const names = deployments.all.map((deployment) => deployment.name).join(', ')
  throw new CommandRefusedError(`There is no deployment ${name}, but ${names}.`)
}

/** A command that runs without a server, and notes its changes in the database that it opens. */
export function offlineCommand<Order extends z.ZodObject>({
  run,
  ...given
}: Definition<Order> & {
  readonly isAct?: boolean
  readonly run: (
    environment: NodeJS.ProcessEnv,
    order: z.output<Order>,
    note: Note,
  ) => Promise<CommandResult>
}): Errand {
  return {
    operands: [],
    isAct: false,
    ...given,
    run: (environment, order, author) =>
      run(environment, order as z.output<Order>, noteBy(author, clock, given.name, null)),
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
    const isRefusal = error instanceof CommandRefusedError || error instanceof SettingsError
    if (!isRefusal) throw error
    return { outcome: 'refused', message: error.message, data: 'data' in error ? error.data : null }
  }
}
