import type { Proof } from '@gatehouse/contract/errorItems'
import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import { refuse } from '../../platform/apiError.ts'
import type { AccessTokenFound } from '../../database/auth/sessions.ts'
import { factorBits } from '../../database/schema/values.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { AuthServices } from '../authServices.ts'
import { secondFactorsOf } from '../session/requiredSecondStep.ts'

interface ReauthenticationContext {
  readonly caller: AccessTokenFound
  readonly services: Pick<AuthServices, 'clock'>
}

interface ProofRule {
  /** Of whom a proof is asked. */
  readonly of: 'everyone' | 'players with a second step' | 'nobody'
  /** What a deployment writes into `reauthenticateFor` to ask everyone. */
  readonly setting?: Deployment['reauthenticateFor'][number]
}

const always = { of: 'everyone' } as const satisfies ProofRule

/**
 * The acts that a stolen session must not allow, by their calls; unlinking is a call of each service.
 * What is not here asks for no proof: it ends or hides something, or only the session's own.
 */
export const proofRules = {
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
  unlinking: { of: 'nobody', setting: 'unlinking' },
  updateEmail: always,
  updateUsername: { of: 'players with a second step', setting: 'username' },
} as const satisfies Readonly<Record<string, ProofRule>>

export type ProvenAct = keyof typeof proofRules

/**
 * Refuses an act with ERROR_REAUTHENTICATION_REQUIRED, and with the ways to prove it, where
 * `proofRules` asks for a proof that the caller has not: of this very session and at most 15 minutes
 * old, by the password, a passkey or the partner, and by a second factor too where the player has a
 * second step. A log-in, `password/validate` and `prove` re-authenticate; trust in a browser does not.
 * `provesFirst` is for a call that has just checked the password: only the second factor is missing.
 */
export function requireRecentAuth(
  context: ReauthenticationContext & { readonly deployment: Pick<Deployment, 'reauthenticateFor'> },
  act: ProvenAct,
  { provesFirst = false }: { readonly provesFirst?: boolean } = {},
): void {
  if (!isAsked(context, proofRules[act])) return
  const owed = owedBy(context, provesFirst)
  if (!owed.first && !owed.second) return
  const ways = waysOf(context, owed)
  // A password alone is what every client asks for unbidden.
  const isPlain = ways.every((way) => way.length === 1 && way[0] === 'password')
  throw refuse('ERROR_REAUTHENTICATION_REQUIRED', isPlain ? {} : { proof: { Ways: ways } })
}

function isAsked(
  { caller, deployment }: Parameters<typeof requireRecentAuth>[0],
  { of, setting }: ProofRule,
): boolean {
  if (of === 'everyone') return true
  if (setting !== undefined && deployment.reauthenticateFor.includes(setting)) return true
  return of === 'players with a second step' && hasSecondStep(caller)
}

/** Each way to make the caller freshly proven, with everything that it takes; none is left where it is. */
export function reauthenticationOptions(asked: ReauthenticationContext): Proof['Ways'] {
  return waysOf(asked, owedBy(asked, false))
}

interface Owed {
  readonly first: boolean
  readonly second: boolean
}

function owedBy({ caller, services }: ReauthenticationContext, provesFirst: boolean): Owed {
  const since = after(services.clock.now(), -lifetimes.reauthentication)
  const { authenticated_at: firstAt, second_at: secondAt } = caller
  return {
    first: !provesFirst && firstAt < since,
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
  const [passkeys, codes] = split(secondFactorsOf(caller.factors))
  // A passkey that has seen its player is both factors at once.
  const ways: Proof['Ways'][number][] = passkeys.map((passkey) => [passkey])
  if (first && !hasPassword) return ways
  const password = first ? (['password'] as const) : []
  return second ? [...ways, ...codes.map((code) => [...password, code])] : [...ways, password]
}

function split(factors: ReturnType<typeof secondFactorsOf>) {
  const isPasskey = (factor: (typeof factors)[number]) => factor === 'passkey'
  return [factors.filter(isPasskey), factors.filter((factor) => !isPasskey(factor))] as const
}
