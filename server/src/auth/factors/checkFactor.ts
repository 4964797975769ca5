import type { SignInMethod } from '@gatehouse/contract/activity'
import type { SecondFactor } from '@gatehouse/contract/errors'
import { listApps, useAppStep } from '../../database/auth/authenticatorApps.ts'
import { findLivingSet, hasUnusedCode, useCode } from '../../database/auth/recoveryCodes.ts'
import type { Player } from '../../database/accounts/players.ts'
import type { Executor } from '../../database/connection/openDatabase.ts'
import { type ApiError, refuse } from '../../platform/apiError.ts'
import { playerSubject } from '../abuse/guessSubjects.ts'
import { knownBrowserOf } from '../abuse/knownBrowsers.ts'
import type { Limited } from '../abuse/rateLimiter.ts'
import type { AuthContext } from '../services/handler.ts'
import { normalCode } from './recoveryCodes.ts'
import { appOf } from './totp.ts'

/*
 * A second factor at a log-in and at a step-up. Tries are counted by player over both, before a code is
 * looked at. Whoever guesses knows the password: the owner's own browsers have a counter of theirs.
 */

type Context = Pick<
  AuthContext<'secondStep'>,
  'deployment' | 'services' | 'clientContext' | 'report'
>

type WrongCode =
  | 'ERROR_CODE_INVALID'
  | 'ERROR_CODE_USED'
  | 'ERROR_RECOVERY_CODE_INVALID'
  | 'ERROR_PASSKEY_REFUSED'

export interface FactorGiven {
  readonly Way: SecondFactor
  readonly Code: string
}

export interface RightFactor {
  readonly outcome: 'right'
  readonly method: SignInMethod
  /** The set that a code of recovery belongs to. */
  readonly setId: number | null
  /** Spends the factor in the transaction of what it proves; null, or why it is worth nothing now. */
  readonly spend: (transaction: Executor) => Promise<WrongCode | null>
  /** Forgives the tries before. Never call it in a transaction. */
  readonly forgive: () => Promise<void>
}

export type FactorCheck =
  | RightFactor
  | { readonly outcome: 'wrong'; readonly code: WrongCode }
  | { readonly outcome: 'shut'; readonly refusal: ApiError }

type FactorPlayer = Pick<Player, 'deployment' | 'id' | 'browsers_forgotten_at'>

/** Counts a try of a player's second factor, and says whether it is right. */
export async function checkFactor(
  context: Context,
  player: FactorPlayer,
  given: FactorGiven,
): Promise<FactorCheck> {
  const { deployment, services, report } = context
  const admission = await admitTry(context, player)
  if ('refusal' in admission) {
    report('second_step.rate_limited', player.id)
    return { outcome: 'shut', refusal: admission.refusal }
  }
  const found = await find(context, player.id, given)
  if ('code' in found) {
    report('second_step.failed', player.id)
    return { outcome: 'wrong', code: found.code }
  }
  const forgive = async () => {
    for (const attempt of admission.counted) {
      await services.rateLimiter.refund(deployment, [attempt], 'all')
    }
  }
  return { outcome: 'right', ...found, forgive }
}

type Admitted = { readonly counted: readonly Limited[] } | { readonly refusal: ApiError }

async function admitTry(
  { deployment, services, clientContext }: Context,
  player: FactorPlayer,
): Promise<Admitted> {
  const { rateLimiter, key, clock } = services
  const cookie = clientContext.knownBrowserCookie
  const browser = knownBrowserOf(key.browsers, cookie, player, clock.now())
  const subject = playerSubject(player.id)
  if (browser !== null) {
    // The note changes at each log-in; the player does not, who is not to begin anew with it.
    const own = ['wrongSecondStepsFromKnownBrowser', subject] as const
    if ((await rateLimiter.consume(deployment, ...own)).isAdmitted) return { counted: [own] }
  }
  const counted = [
    ['wrongSecondStepsInRow', subject],
    ['wrongSecondSteps', subject],
  ] as const
  const admission = await rateLimiter.consumeBoth(deployment, ...counted)
  if (admission.isAdmitted) return { counted }
  return { refusal: refuse('ERROR_TOO_MANY_ATTEMPTS', admission) }
}

type Found = Pick<RightFactor, 'method' | 'setId' | 'spend'> | { readonly code: WrongCode }

function find(context: Context, playerId: number, { Way, Code }: FactorGiven): Promise<Found> {
  return finders[Way](context, playerId, Code)
}

const finders: Readonly<
  Record<SecondFactor, (context: Context, playerId: number, code: string) => Promise<Found>>
> = {
  totp: findApp,
  'recovery-code': findCode,
  passkey: () => Promise.resolve({ code: 'ERROR_PASSKEY_REFUSED' }),
}

async function findApp(
  { deployment: { name: deployment }, services }: Context,
  playerId: number,
  code: string,
): Promise<Found> {
  const { database, key, clock } = services
  const now = clock.now()
  const apps = await listApps(database.kysely, deployment, playerId)
  const matched = appOf(apps, key.factors, code, now)
  if (matched === null) return { code: 'ERROR_CODE_INVALID' }
  const { id, step } = matched
  return {
    method: 'otp',
    setId: null,
    spend: async (transaction) =>
      (await useAppStep(transaction, { deployment, playerId, id }, step, now))
        ? null
        : 'ERROR_CODE_USED',
  }
}

async function findCode(
  { deployment: { name: deployment }, services }: Context,
  playerId: number,
  typed: string,
): Promise<Found> {
  const { database, passwords, clock } = services
  const code = normalCode(typed)
  const set = await findLivingSet(database.kysely, deployment, playerId)
  if (code === null || !set) return { code: 'ERROR_RECOVERY_CODE_INVALID' }
  const codeHash = await passwords.derive(code, set.salt)
  const one = { deployment, playerId, setId: set.id, codeHash }
  if (!(await hasUnusedCode(database.kysely, one))) return { code: 'ERROR_RECOVERY_CODE_INVALID' }
  return {
    method: 'rec',
    setId: set.id,
    spend: async (transaction) =>
      (await useCode(transaction, one, clock.now())) ? null : 'ERROR_RECOVERY_CODE_INVALID',
  }
}
