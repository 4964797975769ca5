import type { LedgerAct } from '@gatehouse/contract/activity'
import type { Acted } from '../../auth/acts/securityActs.ts'
import {
  findByEmail,
  findById,
  findByUsername,
  type Player,
} from '../../database/accounts/players.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { ActDone, ActResult, ActServices, Author } from './perform.ts'
import { ActRefusedError } from './actRefusedError.ts'

/** The player of an operator's username, address or `id=12`; else throws a ActRefusedError. */
export async function playerNamed(
  executor: Executor,
  deployment: string,
  named: string,
): Promise<Player> {
  const found = await findNamed(executor, deployment, named)
  if (!found) throw new ActRefusedError(`${deployment} has no player ${named}.`)
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

/** An operator's act on a player: in which transaction, and of which deployment. */
export interface OnPlayer {
  readonly services: ActServices
  readonly transaction: Executor
  readonly at: Deployment
  readonly found: Player
}

/** An act on one player; the audit log keeps the id, because it can erase no name. */
export function onPlayer<Order extends { readonly player: string }, Data>(
  performOn: (
    on: OnPlayer,
    order: Order,
    author: Author,
  ) => Promise<ActResult<Data> & Pick<ActDone, 'details'>>,
) {
  return async (
    services: ActServices,
    order: Order,
    transaction: Executor,
    at: Deployment,
    author: Author,
  ): Promise<ActDone<Data>> => {
    const found = await playerNamed(transaction, at.name, order.player)
    const result = await performOn({ services, transaction, at, found }, order, author)
    return { ...result, subject: `player ${found.id}` }
  }
}

type OperatorsAct = 'sessions-ended' | Extract<LedgerAct, `support-${string}`>

/** Records an operator's act on an account, in the act's transaction: its player reads it there. */
export async function recordByOperator(
  { services, transaction, at, found }: OnPlayer,
  acted: Acted<OperatorsAct>,
): Promise<void> {
  const { recordAct } = await import('../../auth/acts/recordAct.ts')
  const context = { deployment: at, services, clientContext: null }
  await recordAct(context, transaction, found, { ...acted, actor: 'operator' })
}
