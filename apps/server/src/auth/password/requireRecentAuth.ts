import type { Proof } from '@gatehouse/contract/errorItems'
import { lifetimes } from '@gatehouse/contract/limits'
import { after, secondsUntil } from '../../platform/clock.ts'
import { refuse } from '../../platform/apiError.ts'
import type { AccessTokenFound } from '../../database/auth/sessionStatements.ts'
import { factorBits } from '../../database/schema/values.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import type { AuthServices } from '../authServices.ts'
import { secondFactorsOf } from '../session/requiredSecondStep.ts'

interface ReauthenticationContext {
  readonly caller: AccessTokenFound
  readonly services: Pick<AuthServices, 'clock'>
}

interface ReauthenticationRule {
  /** The players who are asked. */
  readonly of: 'everyone' | 'players with a second step' | 'no player'
  /** The word in a deployment's `reauthenticateFor` that asks everyone. */
  readonly setting?: Deployment['reauthenticateFor'][number]
  /** Refused while changes are on hold, after a rewind: it weakens the account. */
  readonly isHeld?: true
  /** Refused before the address is confirmed: who registered may not be its owner. */
  readonly isForConfirmed?: true
}

const always = { of: 'everyone' } as const satisfies ReauthenticationRule
const adding = { ...always, isForConfirmed: true } as const satisfies ReauthenticationRule
const held = { ...always, isHeld: true } as const satisfies ReauthenticationRule

/**
 * The acts that a stolen session must not allow, by their calls; unlinking is a call of each service.
 * Acts that only end or hide something are not here.
 */
export const reauthenticationRules = {
  addPasskey: adding,
  confirmAuthenticator: adding,
  deletePartnerUser: held,
  deleteUser: held,
  joinService: always,
  makeRecoveryCodes: adding,
  moveLink: always,
  passkeyOptions: adding,
  removeAuthenticator: held,
  removePasskey: held,
  removePassword: held,
  resetPassword: always,
  setServiceSignIn: always,
  setTwoStep: always,
  startAuthenticator: adding,
  stopLinkMove: always,
  unlinking: { of: 'no player', setting: 'unlinking', isHeld: true },
  updateEmail: held,
  updateUsername: { of: 'players with a second step', setting: 'username', isHeld: true },
} as const satisfies Readonly<Record<string, ReauthenticationRule>>

export type GuardedAct = keyof typeof reauthenticationRules

/**
 * Refuses an act that is on hold, and one that adds a way in before the address is confirmed. Refuses it with ERROR_REAUTHENTICATION_REQUIRED, and with the ways to re-authenticate, where
 * `reauthenticationRules` asks for an authentication that the caller has not: in this very session and at
 * most 15 minutes old, by the password, a passkey, the partner or, without these, a service, and by a second
 * factor too where the player has a second step. A log-in, `password/validate`, `prove` and
 * `proveByService` re-authenticate; trust in a browser does not. After `passwordChecked` only the second
 * factor can be missing; with `since`, the authentication is later than that; with `withSecond` a second
 * factor is asked of every player.
 */
export function requireRecentAuth(
  context: ReauthenticationContext & { readonly deployment: Pick<Deployment, 'reauthenticateFor'> },
  act: GuardedAct,
  { passwordChecked = false, since, withSecond = false }: Asked = {},
): void {
  const rule: ReauthenticationRule = reauthenticationRules[act]
  if (rule.isHeld) requireNoHold(context)
  if (rule.isForConfirmed && context.caller.confirmed_at === null) {
    throw refuse('ERROR_USER_CONFIRMED')
  }
  if (!isAsked(context, rule)) return
  const owed = owedBy(context, passwordChecked, since, withSecond)
  if (!owed.first && !owed.second) return
  const ways = waysOf(context, owed)
  // A password alone is what every client asks for unbidden; of a partner's player, the partner.
  const isPlain =
    !isProvenByService(context.caller) &&
    ways.every((way) => way.length === 1 && way[0] === 'password')
  throw refuse('ERROR_REAUTHENTICATION_REQUIRED', isPlain ? {} : { proof: { Ways: ways } })
}

/** Refuses an act with ERROR_ACCOUNT_HELD, and the seconds for which it is so, while changes are on hold. */
export function requireNoHold({ caller, services }: ReauthenticationContext): void {
  const now = services.clock.now()
  const { held_until: until } = caller
  if (until === null || until <= now) return
  throw refuse('ERROR_ACCOUNT_HELD', { retryAfter: secondsUntil(until, now) })
}

interface Asked {
  readonly passwordChecked?: boolean
  readonly since?: Date
  readonly withSecond?: boolean
}

/** Returns whether a second factor has authenticated the caller in this session lately. */
export function hasRecentSecond({ caller, services }: ReauthenticationContext): boolean {
  const since = after(services.clock.now(), -lifetimes.reauthentication)
  return caller.second_at !== null && caller.second_at >= since
}

function isAsked(
  { caller, deployment }: Parameters<typeof requireRecentAuth>[0],
  { of, setting }: ReauthenticationRule,
): boolean {
  if (of === 'everyone') return true
  if (setting !== undefined && deployment.reauthenticateFor.includes(setting)) return true
  return of === 'players with a second step' && hasSecondStep(caller)
}

/** Each way for the caller to re-authenticate, with everything that it takes; none where it is recent. */
export function reauthenticationOptions(asked: ReauthenticationContext): Proof['Ways'] {
  return waysOf(asked, owedBy(asked, false))
}

interface Owed {
  readonly first: boolean
  readonly second: boolean
}

function owedBy(
  { caller, services }: ReauthenticationContext,
  passwordChecked: boolean,
  earliest = new Date(0),
  withSecond = false,
): Owed {
  const recent = after(services.clock.now(), -lifetimes.reauthentication)
  const since = recent > earliest ? recent : earliest
  const { authenticated_at: firstAt, second_at: secondAt } = caller
  return {
    first: !passwordChecked && firstAt < since,
    second: (withSecond || hasSecondStep(caller)) && (secondAt === null || secondAt < since),
  }
}

function hasSecondStep({ factors }: Pick<AccessTokenFound, 'factors'>): boolean {
  return (factors & factorBits.twoStep) !== 0
}

function waysOf(
  { caller }: Pick<ReauthenticationContext, 'caller'>,
  { first, second }: Owed,
): Proof['Ways'] {
  if (caller.partner !== null || (!first && !second)) return []
  const hasPassword = (caller.factors & factorBits.withoutPassword) === 0
  const factors = secondFactorsOf(caller.factors)
  // A passkey that has seen its player is both factors at once.
  const ways: Proof['Ways'][number][] = factors.includes('passkey') ? [['passkey']] : []
  if (first && !hasPassword && ways.length > 0) return ways
  const password = first && hasPassword ? (['password'] as const) : []
  const codes = factors.filter((factor) => factor !== 'passkey')
  // Without a password and a passkey a code is the strongest proof: see `isFirstFactor`.
  if (!second && hasPassword) return [...ways, password]
  return [...ways, ...codes.map((code) => [...password, code])]
}

/**
 * Returns whether a player has neither a password nor a passkey nor an app: then an account of a
 * service that is a way in proves the player.
 */
export function isProvenByService({ factors }: Pick<AccessTokenFound, 'factors'>): boolean {
  return (factors & factorBits.withoutPassword) !== 0 && secondFactorsOf(factors).length === 0
}

/** Returns whether a code of this player proves the account again, as a password does. */
export function isFirstFactor({ factors }: Pick<AccessTokenFound, 'factors'>): boolean {
  return (factors & factorBits.withoutPassword) !== 0 && (factors & factorBits.passkey) === 0
}

/** Returns whether the caller has to prove the account by a service. */
export function owesServiceProof(asked: ReauthenticationContext): boolean {
  return isProvenByService(asked.caller) && owedBy(asked, false).first
}
