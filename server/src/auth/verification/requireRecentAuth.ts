import type { Proof } from '@gatehouse/contract/errors'
import { lifetimes } from '@gatehouse/contract/limits'
import { after } from '../../platform/clock.ts'
import type { ErrorPlace } from '../../platform/apiError.ts'
import type { AccessTokenFound } from '../../database/auth/sessions.ts'
import { factorBits } from '../../database/connection/securityTables.ts'
import type { Deployment } from '../../tenants/deployments.ts'
import type { AuthServices } from '../services/authServices.ts'
import { secondFactorsOf } from '../session/secondStep.ts'

interface Asked {
  readonly caller: AccessTokenFound
  readonly services: Pick<AuthServices, 'clock'>
}

/**
 * Returns whether the caller was proven in this very session at most 15 minutes ago: by the password or
 * the partner, and by a second factor too where the player has a second step. Every act that a stolen
 * session must not allow requires this and refuses with ERROR_REAUTHENTICATION_REQUIRED and `proofAsked`;
 * a log-in, `password/validate` and `prove` re-authenticate. Trust in a browser does not.
 */
export function hasRecentAuth(asked: Asked): boolean {
  return isFirstFresh(asked) && !lacksSecondFactor(asked)
}

/** Returns whether the caller has a second step, and has not proven it in the last 15 minutes. */
export function lacksSecondFactor({ caller, services }: Asked): boolean {
  if ((caller.factors & factorBits.twoStep) === 0) return false
  const { second_at: secondAt } = caller
  return secondAt === null || secondAt < after(services.clock.now(), -lifetimes.reauthentication)
}

function isFirstFresh({ caller, services }: Asked): boolean {
  return caller.authenticated_at >= after(services.clock.now(), -lifetimes.reauthentication)
}

/**
 * Returns whether an act needs a recent authentication, because the player has a second step or the
 * deployment asks for one, and the caller has none. The specification asks for none before these acts.
 */
export function lacksProof(
  context: Asked & { readonly deployment: Deployment },
  act: Deployment['reauthenticateFor'][number],
): boolean {
  const isAsked = context.deployment.reauthenticateFor.includes(act)
  const asksSecond = act === 'username' && (context.caller.factors & factorBits.twoStep) !== 0
  return (isAsked || asksSecond) && !hasRecentAuth(context)
}

/**
 * What goes along with ERROR_REAUTHENTICATION_REQUIRED: the ways to prove it, where a password is not
 * the only one. `second` is for acts that have proven the first factor themselves.
 */
export function proofAsked(asked: Asked, what: 'both' | 'second' = 'both'): ErrorPlace {
  const ways = waysToProve(asked, what)
  return ways.every((way) => way.length === 1 && way[0] === 'password')
    ? {}
    : { proof: { Ways: ways } }
}

/** Each way to make the caller freshly proven, with everything that it takes; none is left where it is. */
export function waysToProve(asked: Asked, what: 'both' | 'second' = 'both'): Proof['Ways'] {
  const { caller } = asked
  if (caller.partner !== null) return []
  const owesFirst = what === 'both' && !isFirstFresh(asked)
  const owesSecond = lacksSecondFactor(asked)
  const hasPassword = (caller.factors & factorBits.withoutPassword) === 0
  const others = secondFactorsOf(caller.factors)
  const ways: Proof['Ways'][number][] = []
  // A passkey that has seen its player is both factors at once.
  if ((owesFirst || owesSecond) && others.includes('passkey')) ways.push(['passkey'])
  if (owesFirst && !hasPassword) return ways
  const first = owesFirst ? (['password'] as const) : []
  if (!owesSecond) return owesFirst ? [...ways, first] : ways
  const codes = others.filter((other) => other !== 'passkey')
  return [...ways, ...codes.map((code) => [...first, code])]
}
