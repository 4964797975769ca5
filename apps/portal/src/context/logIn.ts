import type { SecondStep } from '@gatehouse/contract/errorItems'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import type { ActionError } from '../ui/feedback/ActionErrors.tsx'
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
  /** The service has confirmed its account: the log-in of ours joins them. */
  | { readonly kind: 'join'; readonly service: IdentityProviderName }
  /** A log-in with the service failed, by its code, or as the sentences say. */
  | {
      readonly kind: 'service'
      readonly service: IdentityProviderName
      readonly code: string
      readonly sentences: readonly ActionError[]
    }

/** What is said of a log-in with a service. */
export type ServiceLogInNote = Extract<LogInNote, { readonly service: IdentityProviderName }>

/** A log-in on its way. */
export interface LogIn {
  /** The name with which the visitor began. */
  readonly username: string
  /** How it goes on after the password of that name; null while nothing waits. */
  readonly secondStep: SecondStep | null
  /** Said above its form; null for nothing. */
  readonly note: LogInNote | null
  /** A player has logged in on this page. */
  readonly isDone: boolean
  begin(username: string): void
  awaitStep(step: SecondStep | null): void
  explain(note: LogInNote | null): void
  finish(): void
  /** Back to its form finds no name. */
  forget(): void
}

export function createLogIn(): LogIn {
  const logIn = {
    username: '',
    secondStep: null as SecondStep | null,
    note: null as LogInNote | null,
    isDone: false,
    begin(username: string) {
      logIn.username = username
    },
    awaitStep(step: SecondStep | null) {
      logIn.secondStep = step
    },
    explain(note: LogInNote | null) {
      logIn.note = note
    },
    finish() {
      logIn.isDone = true
    },
    forget() {
      logIn.username = ''
      logIn.isDone = false
    },
  }
  return logIn
}
