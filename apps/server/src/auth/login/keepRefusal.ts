import type { ErrorCode } from '@gatehouse/contract/errors'
import type { Requester } from '../../database/auth/ledger.ts'
import { keepRefusedLogIn } from '../../database/auth/refusedLogIns.ts'
import type { Player } from '../../database/accounts/players.ts'
import { ApiError } from '../../platform/apiError.ts'
import { logEvent } from '../../platform/observability/events.ts'
import type { AuthCall } from '../authServices.ts'

type Context = Pick<AuthCall, 'concerns' | 'deployment'> & {
  readonly clientContext: Requester
  readonly response: Pick<AuthCall['response'], 'afterwards'>
  readonly services: Pick<AuthCall['services'], 'clock' | 'database' | 'log'>
}

/** Replaces the code of the answer, where that conceals the reason. */
type Because = (reason: ErrorCode) => void

/**
 * Logs in, or keeps for support why a player was refused, the same in the timeline and in the support
 * note. It is kept once the answer has left: a visitor learns by no time whether the name has a player.
 */
export async function keepRefusal<T>(
  context: Context,
  player: Pick<Player, 'id'> | undefined,
  logIn: (because: Because) => Promise<T>,
): Promise<T> {
  let concealed: ErrorCode | undefined
  try {
    return await logIn((reason) => {
      concealed = reason
    })
  } catch (error) {
    const reason = error instanceof ApiError ? error.items[0]?.ErrorMessage : undefined
    context.concerns({ playerId: player?.id, cause: concealed })
    context.response.afterwards(() => {
      if (player === undefined || reason === undefined || goesOn.has(reason)) return
      void keep(context, player.id, concealed ?? reason)
    })
    throw error
  }
}

/** The codes with which a log-in goes on. */
const goesOn: ReadonlySet<string> = new Set<ErrorCode>(['ERROR_SECOND_FACTOR_REQUIRED'])

async function keep(
  { deployment, services, clientContext: requester }: Context,
  playerId: number,
  reason: string,
): Promise<void> {
  const { database, clock, log } = services
  const refused = { deployment: deployment.name, playerId, reason, at: clock.now(), requester }
  await keepRefusedLogIn(database.kysely, refused).catch((error: unknown) =>
    logEvent(log, 'login.refusal_not_kept', { err: error }),
  )
}
