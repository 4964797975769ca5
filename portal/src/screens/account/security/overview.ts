import type { AnswerOf } from '@gatehouse/contract/calls'

/** The player's means of signing in. */
export type Overview = AnswerOf<'readSecurity'>

/** The props of the sections of passkeys, second step and password. */
export interface OverviewProps {
  readonly overview: Overview
  /** Shows what an act has changed. */
  readonly change: (next: (before: Overview) => Partial<Overview>) => void
  /** Reads everything again, after an act that changes more than one section. */
  readonly reload: () => Promise<unknown>
}
