import type { SecondStep } from '@gatehouse/contract/errorItems'
import type { Ending } from '../session/session.ts'
import type { Label } from './wording.ts'

/**
 * The reason for a log-in, which says it: a section that was asked for, the end of a session, or an
 * act.
 */
export type LogInNote =
  | { readonly kind: 'wanted'; readonly title: Label }
  | {
      /** `confirmed-before`: the link of a registration's mail had done its work already. */
      readonly kind:
        | 'stopped-at-partner'
        | 'password-set'
        | 'opened'
        | 'confirmed'
        | 'confirmed-before'
    }
  | { readonly kind: 'ended'; readonly ending: Ending }

/** A log-in on its way. */
export interface LogIn {
  /** The name with which the visitor began. */
  username: string
  /** How it goes on after the password of that name; null while nothing waits. */
  secondStep: SecondStep | null
  /** Said above its form; null for nothing. */
  note: LogInNote | null
  /** A player has logged in on this page. */
  isDone: boolean
}

export function createLogIn(): LogIn {
  return { username: '', secondStep: null, note: null, isDone: false }
}
