import type { Language } from '../../packages/contract/src/languages.ts'

/** One message in one language. */
export interface Entry {
  /** `apps/portal/<cut>` or `server`. */
  readonly place: string
  readonly language: Language
  readonly id: string
  readonly context: string
  /** Null: the product has no such message. */
  readonly english: string | null
  readonly text: string
  readonly comment: string
}

export declare function readEntries(root: string): readonly Entry[]
