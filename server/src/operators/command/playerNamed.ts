import * as z from 'zod'
import type { Acted } from '../../auth/acts/securityActs.ts'
import {
  findByEmail,
  findById,
  findByUsername,
  type Player,
} from '../../database/accounts/players.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import {
  type Command,
  type CommandResult,
  type Noted,
  type OperatorServices,
  writeCommand,
} from './command.ts'
import { CommandRefusedError } from './commandRefusedError.ts'
import { deployment, player } from './orderFields.ts'

/** The player of an operator's username, address or `id=12`; else throws a CommandRefusedError. */
export async function playerNamed(
  executor: Executor,
  deployment: string,
  named: string,
): Promise<Player> {
  const found = await findNamed(executor, deployment, named)
  if (!found) throw new CommandRefusedError(`${deployment} has no player ${named}.`)
  return found
}

/** The same; undefined where there is none. */
export function findNamed(executor: Executor, deployment: string, named: string) {
  const [, id] = /^id=(\d{1,15})$/.exec(named) ?? []
  if (id !== undefined) return findById(executor, deployment, Number(id))
  return named.includes('@')
    ? findByEmail(executor, deployment, named)
    : findByUsername(executor, deployment, named)
}

export const aPlayer = z.strictObject({ player, deployment })

/** An operator's act on a player: in which transaction, and of which deployment. */
export interface OnPlayer {
  readonly services: OperatorServices
  readonly transaction: Executor
  readonly at: Deployment
  readonly found: Player
}

/** A command on one player, its first operand; the log keeps the id: it can erase no name. */
export function playerCommand<Fields extends z.ZodRawShape>({
  fields,
  operands = [],
  perform,
  ...given
}: Pick<Command, 'name' | 'summary'> & {
  readonly fields?: Fields
  readonly operands?: readonly (keyof Fields & string)[]
  readonly perform: (
    on: OnPlayer,
    order: z.output<z.ZodObject<Fields>>,
  ) => Promise<CommandResult & Pick<Noted, 'details'>>
}): Command {
  return writeCommand({
    ...given,
    order: aPlayer.extend(fields ?? {}),
    operands: ['player', ...operands] as 'player'[],
    async perform(services, order, transaction, at) {
      const found = await playerNamed(transaction, at.name, order.player)
      const on = { services, transaction, at, found }
      const result = await perform(on, order as object as z.output<z.ZodObject<Fields>>)
      return { ...result, subject: `player ${found.id}` }
    },
  })
}

type OperatorsAct = 'sessions-ended' | 'support-looked' | 'support-banned' | 'support-unbanned'

/** Records an operator's act on an account, in the act's transaction: its player reads it there. */
export async function recordByOperator(
  { services, transaction, at, found }: OnPlayer,
  acted: Acted<OperatorsAct>,
): Promise<void> {
  const { recordAct } = await import('../../auth/acts/recordAct.ts')
  const context = { deployment: at, services, clientContext: null }
  await recordAct(context, transaction, found, { ...acted, actor: 'operator' })
}
