import type { Place } from '../api/useMe.ts'
import { createStore } from '../api/store.ts'

/** The player, or another thing with a name, that an act is about. */
interface Subject {
  readonly name: string
  /** Shown beside a name that could be taken for another. */
  readonly id?: number | string
}

export interface OpenAct {
  readonly name: string
  readonly place: Place
  /** Parts of the order that are decided, and are not asked for. */
  readonly preset?: Readonly<Record<string, unknown>>
  readonly subject?: Subject
}

/** The act whose dialog is open; null without one. */
export const openAct = createStore<OpenAct | null>(null)

export function askFor(act: OpenAct): void {
  openAct.write(act)
}
