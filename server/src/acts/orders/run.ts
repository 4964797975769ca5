import type { Deployment } from '../../tenants/deployments.ts'
import type { Executor } from '../../database/schema/executor.ts'
import type { ActResult, ActServices, Author, Note, Noted, SeenResult } from './actTypes.ts'

/*
 * An act under way, as its performer gets it: one object, by the kind of its row. A performer throws an
 * ActRefusedError.
 */

/** `at` is the deployment of an order that has to name one; null for another order. */
interface Online<At> {
  readonly services: ActServices
  readonly at: At
  readonly author: Author
}

export interface LookRun<At = Deployment> extends Online<At> {
  readonly note: Note
}

/** The result is noted in the audit log with the transaction, which every query uses. */
export interface ActRun<At = Deployment> extends Online<At> {
  readonly transaction: Executor
}

/** It makes its own transactions, and notes in them. */
export interface LongRun<At = Deployment> extends Online<At> {
  readonly note: Note
  /** True for a trial, of a row that can be tried: it changes nothing. */
  readonly isDry: boolean
}

export interface OfflineRun {
  readonly environment: NodeJS.ProcessEnv
  readonly note: Note
}

/** The result of an act in one transaction, with what the audit log keeps of it. */
export type ActDone<Data = unknown> = ActResult<Data> & Noted

/** What is performed, by the kind of the row: the run, and its result. */
export interface Kinds<At, Data> {
  readonly look: readonly [LookRun<At>, ActResult<Data>]
  /** As `lookAtPlayer` makes it. */
  readonly seen: readonly [LookRun<At>, SeenResult<Data>]
  readonly act: readonly [ActRun<At>, ActDone<Data>]
  readonly long: readonly [LongRun<At>, ActResult<Data>]
  readonly offline: readonly [OfflineRun, ActResult<Data>]
}
