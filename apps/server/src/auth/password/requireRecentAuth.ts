import type { Proof } from '@gatehouse/contract/errorItems'
import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
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
}

const always = { of: 'everyone' } as const satisfies ReauthenticationRule

/**
 * The acts that a stolen session must not allow, by their calls; unlinking is a call of each service.
 * Acts that only end or hide something are not here.
 */
export const reauthenticationRules = {
  addPasskey: always,
  confirmAuthenticator: always,
  deletePartnerUser: always,
  deleteUser: always,
  makeRecoveryCodes: always,
  passkeyOptions: always,
  removeAuthenticator: always,
  removePasskey: always,
  removePassword: always,
  resetPassword: always,
  setTwoStep: always,
  startAuthenticator: always,
  unlinking: { of: 'no player', setting: 'unlinking' },
  updateEmail: always,
  updateUsername: { of: 'players with a second step', setting: 'username' },
} as const satisfies Readonly<Record<string, ReauthenticationRule>>

export type GuardedAct = keyof typeof reauthenticationRules

/**
 * Refuses an act with ERROR_REAUTHENTICATION_REQUIRED, and with the ways to re-authenticate, where
 * `reauthenticationRules` asks for an authentication that the caller has not: in this very session and at
 * most 15 minutes old, by the password, a passkey or the partner, and by a second factor too where the
 * player has a second step. A log-in, `password/validate` and `prove` re-authenticate; trust in a browser
 * does not. After `passwordChecked` only the second factor can be missing.
 */
export function requireRecentAuth(
  context: ReauthenticationContext & { readonly deployment: Pick<Deployment, 'reauthenticateFor'> },
  act: GuardedAct,
  { passwordChecked = false }: { readonly passwordChecked?: boolean } = {},
): void {
  if (!isAsked(context, reauthenticationRules[act])) return
  const owed = owedBy(context, passwordChecked)
  if (!owed.first && !owed.second) return
  const ways = waysOf(context, owed)
  // A password alone is what every client asks for unbidden.
  const isPlain = ways.every((way) => way.length === 1 && way[0] === 'password')
  throw refuse('ERROR_REAUTHENTICATION_REQUIRED', isPlain ? {} : { proof: { Ways: ways } })
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

function owedBy({ caller, services }: ReauthenticationContext, passwordChecked: boolean): Owed {
  const since = after(services.clock.now(), -lifetimes.reauthentication)
  const { authenticated_at: firstAt, second_at: secondAt } = caller
  return {
    first: !passwordChecked && firstAt < since,
    second: hasSecondStep(caller) && (secondAt === null || secondAt < since),
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
  if (first && !hasPassword) return ways
  const password = first ? (['password'] as const) : []
  if (!second) return [...ways, password]
  const codes = factors.filter((factor) => factor !== 'passkey')
  return [...ways, ...codes.map((code) => [...password, code])]
}
