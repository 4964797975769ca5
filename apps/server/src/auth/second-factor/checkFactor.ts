import type { SignInMethod } from '@gatehouse/contract/activity'
import type { SecondFactor } from '@gatehouse/contract/errorItems'
import { deleteAttempts } from '../../database/auth/attempts.ts'
import { listApps, useAppStep } from '../../database/auth/authenticatorApps.ts'
import {
  findLivingSet,
  findSet,
  hasUnusedCode,
  useCode,
} from '../../database/auth/recoveryCodeStatements.ts'
import type { Player } from '../../database/accounts/players.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { ApiError, refuse } from '../../platform/apiError.ts'
import type { SignedCredential } from '../passkeys/readPasskeyAnswer.ts'
import {
  checkPasskey,
  type LateRefusal,
  type PasskeyQuestion,
  spendPasskey,
} from '../passkeys/verifyPasskey.ts'
import { playerSubject } from '../rate-limits/guesses.ts'
import { knownBrowserOf } from '../rate-limits/knownBrowsers.ts'
import type { Limited } from '../rate-limits/rateLimiter.ts'
import type { Factors } from '../security-acts/past.ts'
import { mayMail } from '../security-acts/securityMails.ts'
import type { AuthCall } from '../authServices.ts'
import { normalCode } from './recoveryCodes.ts'
import { appOf, digitsOf } from './totp.ts'

/*
 * A second factor at a log-in and at a step-up. Tries of codes are counted by player over both,
 * before a code is verified. A thief who guesses knows the password: the owner's own browsers have
 * their own counter. Passkeys cannot be guessed: one works where codes are locked, and resets their
 * count.
 */

type Context = Pick<AuthCall, 'deployment' | 'services' | 'clientContext' | 'report'>

type WrongCode = 'ERROR_CODE_INVALID' | 'ERROR_RECOVERY_CODE_INVALID'

export interface FactorGiven {
  readonly Way: SecondFactor
  readonly Code: string
  readonly Credential?: SignedCredential | undefined
}

type Asked = Pick<PasskeyQuestion, 'purpose' | 'subject' | 'among'>

export interface RightFactor {
  readonly outcome: 'right'
  readonly method: SignInMethod
  /** Since when the player has it. */
  readonly since: Date
  /** Of a recovery code: the set that it belongs to, and whether its use is mailed. */
  readonly code: { readonly setId: number; readonly isMailed: boolean } | null
  /** Spends the factor in a transaction, which the caller commits in any case. */
  readonly spend: (transaction: Executor) => Promise<LateRefusal | null>
  /** Forgives the earlier tries. Never call it in a transaction. */
  readonly forgive: () => Promise<void>
}

export type FactorCheck =
  | RightFactor
  | { readonly outcome: 'wrong' | 'shut'; readonly refusal: ApiError }

type FactorPlayer = Pick<Player, 'deployment' | 'id' | 'email' | 'trust_reset_at'>

/**
 * The refusal of a text that is no code of its way, such as five digits; null for a code, right or wrong.
 * Nobody guesses by it, so it is no try and costs no hash.
 */
export function misread({ Way, Code }: FactorGiven): ApiError | null {
  if (Way === 'passkey') return null
  if (Way === 'totp') return digitsOf(Code) === null ? refuse('ERROR_CODE_INVALID') : null
  return normalCode(Code) === null ? refuse('ERROR_RECOVERY_CODE_INVALID') : null
}

/**
 * Counts a try of a player's second factor, and checks it. `asked` is the question for a passkey. What is
 * no code counts for nothing.
 */
export async function checkFactor(
  context: Context,
  player: FactorPlayer,
  given: FactorGiven,
  { among, ...asked }: Asked,
): Promise<FactorCheck> {
  if (given.Way === 'passkey') {
    return checkByPasskey(context, player, given.Credential, { ...asked, among })
  }
  const { report } = context
  const unread = misread(given)
  if (unread !== null) return { outcome: 'shut', refusal: unread }
  const admission = await admitTry(context, player)
  if ('refusal' in admission) {
    report('second_step.rate_limited', player.id)
    return { outcome: 'shut', refusal: admission.refusal }
  }
  const find = given.Way === 'totp' ? findApp : findCode
  const found = await find(context, player, given.Code, among)
  if (typeof found === 'string') {
    report('second_step.failed', player.id)
    return { outcome: 'wrong', refusal: refuse(found) }
  }
  return { outcome: 'right', ...found, forgive: () => forgive(context, admission.counted) }
}

async function forgive(
  { deployment, services }: Context,
  counted: readonly Limited[],
): Promise<void> {
  for (const attempt of counted) {
    await services.rateLimiter.refund(deployment, [attempt], 'all')
  }
}

async function checkByPasskey(
  context: Context,
  { id: playerId }: FactorPlayer,
  credential: SignedCredential | undefined,
  asked: Asked,
): Promise<FactorCheck> {
  const { report } = context
  try {
    if (credential === undefined) throw refuse('ERROR_PASSKEY_REFUSED')
    const verified = await checkPasskey(context, { ...asked, playerId }, credential)
    return {
      outcome: 'right',
      method: asked.purpose === 'second-step' ? 'pk2' : 'pk',
      since: verified.passkey.created_at,
      code: null,
      spend: (transaction) => spendPasskey(context, transaction, verified),
      forgive: () =>
        forgive(context, [...fromUnknownBrowsers(playerId), fromKnownBrowsers(playerId)]),
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.retryAfter !== null) return { outcome: 'shut', refusal: error }
    report('second_step.failed', playerId)
    return { outcome: 'wrong', refusal: refuse('ERROR_PASSKEY_REFUSED') }
  }
}

const fromKnownBrowsers = (playerId: number) =>
  ['wrongSecondStepsFromKnownBrowser', playerSubject(playerId)] as const

const fromUnknownBrowsers = (playerId: number) =>
  [
    ['wrongSecondStepsInRow', playerSubject(playerId)],
    ['wrongSecondSteps', playerSubject(playerId)],
  ] as const

/** Forgets the wrong second steps of a player; returns how many counts there were. */
export function clearFactorTries(
  transaction: Executor,
  deployment: string,
  playerId: number,
  now: Date,
): Promise<number> {
  const limits = [...fromUnknownBrowsers(playerId), fromKnownBrowsers(playerId)].map(
    ([name]) => name,
  )
  return deleteAttempts(transaction, deployment, limits, [playerSubject(playerId)], now)
}

type Admitted = { readonly counted: readonly Limited[] } | { readonly refusal: ApiError }

async function admitTry(
  { deployment, services, clientContext }: Context,
  player: FactorPlayer,
): Promise<Admitted> {
  const { rateLimiter, key, clock } = services
  const cookie = clientContext.cookie('browser')
  const browser = knownBrowserOf(key.browsers, cookie, player, clock.now())
  if (browser !== null) {
    // Counted by the player: the note of the browser changes at each log-in.
    const own = fromKnownBrowsers(player.id)
    if ((await rateLimiter.consume(deployment, ...own)).isAdmitted) return { counted: [own] }
  }
  const counted = fromUnknownBrowsers(player.id)
  const admission = await rateLimiter.consumeBoth(deployment, ...counted)
  if (admission.isAdmitted) return { counted }
  return { refusal: refuse('ERROR_TOO_MANY_ATTEMPTS', admission) }
}

type CheckedFactor = Pick<RightFactor, 'method' | 'since' | 'code' | 'spend'> | WrongCode

async function findApp(
  { deployment: { name: deployment }, services }: Context,
  { id: playerId }: FactorPlayer,
  typed: string,
  among?: Factors,
): Promise<CheckedFactor> {
  const { database, key, clock } = services
  const code = digitsOf(typed)
  if (code === null) return 'ERROR_CODE_INVALID'
  const now = clock.now()
  const apps = await listApps(database.kysely, deployment, playerId, among?.apps)
  const matched = appOf(apps, key.factors, code, now)
  if (matched === null) return 'ERROR_CODE_INVALID'
  const { id, step } = matched
  const app = { deployment, playerId, id }
  return {
    method: 'otp',
    since: apps.find((each) => each.id === id)?.confirmed_at ?? now,
    code: null,
    spend: async (transaction) =>
      (await useAppStep(transaction, app, step, { now, isLiving: among === undefined }))
        ? null
        : () => Promise.resolve(refuse('ERROR_CODE_USED')),
  }
}

async function findCode(
  context: Context,
  { id: playerId, email }: FactorPlayer,
  typed: string,
  among?: Factors,
): Promise<CheckedFactor> {
  const { database, passwords, clock } = context.services
  const deployment = context.deployment.name
  const code = normalCode(typed)
  const { kysely } = database
  const set = among
    ? await findSet(kysely, deployment, playerId, among.codes)
    : await findLivingSet(kysely, deployment, playerId)
  if (code === null || !set) return 'ERROR_RECOVERY_CODE_INVALID'
  const codeHash = await passwords.derive(code, set.salt)
  const one = { deployment, playerId, setId: set.id, codeHash }
  if (!(await hasUnusedCode(kysely, one))) return 'ERROR_RECOVERY_CODE_INVALID'
  return {
    method: 'rec',
    since: set.made_at,
    code: { setId: set.id, isMailed: await mayMail(context, email, 'securityMails') },
    spend: async (transaction) =>
      (await useCode(transaction, one, clock.now()))
        ? null
        : () => Promise.resolve(refuse('ERROR_RECOVERY_CODE_INVALID')),
  }
}
