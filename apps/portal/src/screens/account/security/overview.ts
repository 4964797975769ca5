import type { AnswerOf } from '@gatehouse/contract/calls'

/** The player's means of signing in. */
export type Overview = AnswerOf<'readSecurity'>

/** The linked services; none where a server does not know of them. */
export const servicesOf = ({ Services }: Partial<Overview>) => Services ?? []

/** What is left of the means of signing in, once a second factor is removed: with the last one its step goes. */
export function withoutFactor(
  before: Overview,
  left: Partial<Pick<Overview, 'Apps' | 'Passkeys'>>,
): Partial<Overview> {
  const { Apps, Passkeys } = { ...before, ...left }
  const isLast = Apps.length === 0 && Passkeys.length === 0
  // Its holder may have made browsers trusted: the trust in all of them has ended.
  return { ...left, Trusted: [], ...(isLast && { TwoStep: false, CodesLeft: null }) }
}

/** The props of the sections of passkeys, second step and password. */
export interface OverviewProps {
  readonly overview: Overview
  /** Shows what an act has changed. */
  readonly change: (next: (before: Overview) => Partial<Overview>) => void
  /** Shows that the player is logged out everywhere else. */
  readonly endOthers: () => void
  /** Reads everything again, after an act that changes more than one section. */
  readonly reload: () => Promise<unknown>
}
