import type { AnswerOf } from '@gatehouse/contract/calls'

type Overview = Pick<
  AnswerOf<'readSecurity'>,
  'HasPassword' | 'Passkeys' | 'Apps' | 'TwoStep' | 'CodesLeft'
>

/** The steps that make an account safe, in the order in which a player takes them. */
export type ProtectionStep = 'way-in' | 'second-factor' | 'recovery'

export interface Protection {
  readonly done: readonly ProtectionStep[]
  /** Null when nothing is left to do. */
  readonly next: ProtectionStep | null
}

/** Decides which steps to a safe account its player has taken. */
export function protectionOf(overview: Overview): Protection {
  const { HasPassword, Passkeys, Apps, TwoStep, CodesLeft } = overview
  const hasFactor = Passkeys.length > 0 || Apps.length > 0
  const taken: Readonly<Record<ProtectionStep, boolean>> = {
    'way-in': HasPassword || Passkeys.length > 0,
    // A password that opens the account alone is as weak as without the factor.
    'second-factor': hasFactor && (TwoStep || !HasPassword),
    recovery: (CodesLeft ?? 0) > 0,
  }
  const done = protectionSteps.filter((step) => taken[step])
  return { done, next: protectionSteps.find((step) => !taken[step]) ?? null }
}

export const protectionSteps = ['way-in', 'second-factor', 'recovery'] as const
