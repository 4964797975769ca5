import { lifetimes } from '@gatehouse/contract/limits'
import { findById, keyOf } from '../../database/accounts/players.ts'
import { deleteAttempts, keepAttempt, readAttempt } from '../../database/auth/attempts.ts'
import type { LoginCandidate } from '../../database/auth/loginCandidates.ts'
import type { Executor } from '../../database/schema/executor.ts'
import { type ApiError, refuse } from '../../platform/apiError.ts'
import { after } from '../../platform/clock.ts'
import { guessDelay, type LimitName } from '../../platform/config/settings.ts'
import { hashOf } from '../../platform/crypto/secrets.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import type { AuthCall } from '../authServices.ts'
import { knownBrowserOf } from './knownBrowsers.ts'
import type { Limited } from './rateLimiter.ts'

/*
 * Unknown visitors share a small number of guesses a day for one account: the first few are free,
 * the others cost a wait and a proof of work, and after the last one an unknown visitor goes
 * through the mailbox. Known browsers and addresses have their own counters, so that unknown
 * visitors never stand in the owner's way.
 */

type Context = Pick<AuthCall, 'deployment' | 'services' | 'clientContext'>

export type GuessAdmission =
  | {
      readonly isAdmitted: true
      readonly attempts: readonly Limited[]
      /** A right password takes this back: an unknown visitor gets no earlier guesses back. */
      readonly refund: 'all' | 'one'
      /** Until when the account knows the address; null where it does not, undefined where unasked. */
      readonly knownUntil: Date | null | undefined
    }
  | { readonly isAdmitted: false; readonly refusal: ApiError }

/** The name of an account where its id names it. */
export function idName(playerId: number): string {
  return `id ${playerId}`
}

/** The subject of limits that count by account, under whatever name it was typed. */
export function playerSubject(playerId: number): string {
  return `player ${playerId}`
}

/** A name as it was typed, with an account or without one. */
function nameSubject(name: string): string {
  return `name ${keyOf(name)}`
}

/** Counts a guess of a password, or refuses it. `name` is the text that was typed. */
export async function limitPasswordAttempt(
  context: Context,
  player: LoginCandidate | undefined,
  name: string,
): Promise<GuessAdmission> {
  const own = player && (await limitKnownBrowserAttempt(context, player))
  if (own) return own
  const { deployment, services, clientContext } = context
  const account = accountOf(deployment, player, name)
  const { address, proofOfWork } = clientContext
  const expected = { purposes: ['guess'], about: limitKeyForAccount(account, address) } as const
  const isPaid =
    proofOfWork !== null &&
    (await services.proofOfWork.check(deployment, proofOfWork, expected)) !== null
  if (isPaid) return limitPaidAttempt(context, account)
  const ofAccount = ['wrongPasswords', account] as const
  const ofAddress = ['wrongPasswordsFromAddress', address] as const
  const admission = await services.rateLimiter.consumeBoth(deployment, ofAccount, ofAddress)
  const { isAdmitted } = admission
  return isAdmitted
    ? { isAdmitted, attempts: [ofAccount, ofAddress], refund: 'one', knownUntil: null }
    : { isAdmitted, refusal: await refusalOf(context, account, admission.limit) }
}

const day = 24 * 3600

/**
 * Makes the address of a right password known to the account, for a month. Writes nothing where it
 * is known for nearly as long, or where known addresses do not count.
 */
export async function rememberAddress(
  context: Context,
  player: LoginCandidate,
  asked: Date | null | undefined,
): Promise<void> {
  const { deployment, services, clientContext } = context
  if (deployment.enumerationProtection === 'strict') return
  const subject = limitKeyForBrowser(player, clientContext.address)
  const now = services.clock.now()
  const until = after(now, lifetimes.knownAddress)
  // A commit costs more than a read.
  const knownUntil =
    asked === undefined
      ? (await readAttempt(services.database, deployment.name, [knownAddress, subject], now))
          ?.resets_at
      : asked
  // Written by a clock that was ahead, it is put right.
  if (knownUntil && knownUntil > after(until, -day) && knownUntil <= until) return
  await keepAttempt(services.database, deployment.name, knownAddress, subject, until)
}

/** The kind of attempts under which a right password at an address is kept. */
const knownAddress = 'logInsFromAddress'

/** Counts a guess from a browser or an address that the account knows; null for all others. */
async function limitKnownBrowserAttempt(
  { deployment, services, clientContext }: Context,
  player: LoginCandidate,
): Promise<GuessAdmission | null> {
  const { rateLimiter, database, key, clock } = services
  const now = clock.now()
  const browser = knownBrowserOf(key.browsers, clientContext.cookie('browser'), player, now)
  if (browser !== null) {
    const ofBrowser = ['wrongPasswordsFromKnownBrowser', browser] as const
    const { isAdmitted } = await rateLimiter.consume(deployment, ...ofBrowser)
    if (isAdmitted)
      return { isAdmitted, attempts: [ofBrowser], refund: 'all', knownUntil: undefined }
  }
  // A neighbour would learn from these guesses that the account exists.
  if (deployment.enumerationProtection === 'strict') return null
  const place = limitKeyForBrowser(player, clientContext.address)
  const known = await readAttempt(database, deployment.name, [knownAddress, place], now)
  if (!known) return null
  const ofPlace = ['wrongPasswordsFromKnownAddress', place] as const
  const ofAddress = ['wrongPasswordsFromAddress', clientContext.address] as const
  const { isAdmitted } = await rateLimiter.consumeBoth(deployment, ofPlace, ofAddress)
  return isAdmitted
    ? { isAdmitted, attempts: [ofPlace, ofAddress], refund: 'one', knownUntil: known.resets_at }
    : null
}

/** Counts a guess that a proof of work paid for. */
async function limitPaidAttempt(context: Context, account: string): Promise<GuessAdmission> {
  const { deployment, services } = context
  const attempts = paidLimits(context, account)
  for (const [limit, subject] of attempts) {
    const { isAdmitted } = await services.rateLimiter.consume(deployment, limit, subject)
    if (!isAdmitted) return { isAdmitted, refusal: await refusalOf(context, account, limit) }
  }
  return { isAdmitted: true, attempts, refund: 'one', knownUntil: null }
}

/** The account comes last: a refused guess costs it nothing. */
function paidLimits({ clientContext: { address } }: Context, account: string) {
  return [
    ['wrongPasswordsFromAddressWithProof', address],
    ['wrongPasswordsOfAddress', limitKeyForAccount(account, address)],
    ['wrongPasswordsWithProof', account],
  ] as const satisfies readonly Limited[]
}

/** Shows an unknown visitor how to go on, or that this address or this day has seen enough. */
async function refusalOf(context: Context, account: string, reached: LimitName): Promise<ApiError> {
  const { deployment, services, clientContext } = context
  const limited = paidLimits(context, account)
  const [all, place, visitors] = await services.rateLimiter.read(deployment, limited)
  const retryAfter = all?.retryAfter ?? place?.retryAfter ?? null
  const [limit] = (all?.retryAfter ?? null) === null ? limited[1] : limited[0]
  if (retryAfter !== null) return refuse('ERROR_TOO_MANY_ATTEMPTS', { retryAfter, limit })
  if ((visitors?.retryAfter ?? null) !== null) return refuse('ERROR_LOGIN_BY_MAIL')
  const guessed = Math.max(all?.count ?? 0, visitors?.count ?? 0)
  const seconds = delayAfter(guessed)
  const from = after(services.clock.now(), seconds)
  const challenge = await services.proofOfWork.ask(deployment, {
    purpose: 'guess',
    about: limitKeyForAccount(account, clientContext.address),
    from,
    until: after(from, lifetimes.captchaPass),
    effort: 2 ** Math.min(guessed, mostDoublings),
  })
  return refuse('ERROR_TOO_MANY_ATTEMPTS', { retryAfter: seconds, challenge, limit: reached })
}

/** At most eight times the work: a phone must be done within the longest wait. */
const mostDoublings = 3

/** The wait after so many guesses that a proof of work has paid for, in seconds. */
export function delayAfter(guessed: number): number {
  return Math.min(guessDelay.longest, guessDelay.first * 2 ** Math.min(guessed, 10))
}

/**
 * The account that a guess is counted for. Where names must not reveal accounts, each name has its
 * own count, as it does without an account: one counter for all would show that a name and an
 * address belong together.
 */
function accountOf(
  { enumerationProtection }: Deployment,
  player: LoginCandidate | undefined,
  name: string,
): string {
  if (player && enumerationProtection === 'spec') return playerSubject(player.id)
  if (!player || name === idName(player.id)) return nameSubject(name)
  return nameSubject(name.includes('@') ? player.email : player.username)
}

function limitKeyForAccount(account: string, address: string): string {
  return hashOf(`${account} at ${address}`).toString('base64url')
}

/** An address of a player; it is forgotten with the known browsers. */
function limitKeyForBrowser({ id, trust_reset_at }: LoginCandidate, address: string): string {
  return `player ${id} since ${trust_reset_at?.getTime() ?? 0} at ${address}`
}

/**
 * Forgets the guesses of unknown visitors at an account, under each of its names; returns how many
 * counts there were. Its owner has proven the mailbox and set a new password, at which no guess was
 * made yet, or an operator answers for the owner.
 */
export async function clearGuesses(
  transaction: Executor,
  deployment: string,
  playerId: number,
  now: Date,
): Promise<number> {
  const player = await findById(transaction, deployment, playerId)
  if (!player) return 0
  const names = [idName(playerId), player.username, player.email]
  const subjects = [playerSubject(playerId), ...names.map(nameSubject)]
  const limits = ['wrongPasswords', 'wrongPasswordsWithProof']
  return deleteAttempts(transaction, deployment, limits, subjects, now)
}
