/** A mailing as the server lists it. */
export interface Mailing {
  readonly mailing: number
  readonly revision: number
  readonly state: string
  readonly subject: string
  readonly list: number
  readonly listName: string
  readonly at: string | null
  readonly total: number
  readonly posted: number
  readonly waiting: number
  readonly dropped: number
  readonly madeBy: string
  readonly startedBy: string | null
  readonly changedAt: string
}

/** With its text: the answer of `mailings show`. */
export interface WholeMailing extends Mailing {
  readonly text: string
  readonly recipients: number
  readonly needsSecondPerson: boolean
}

export interface Words {
  readonly list: number
  readonly subject: string
  readonly text: string
}

/** The mails that the mail server has taken. */
export function sentOf({ posted, waiting }: Mailing): number {
  return Math.max(0, posted - waiting)
}

/** True while mails of it may still be dropped. */
export function isUnderWay({ state, waiting }: Mailing): boolean {
  return state === 'scheduled' || state === 'running' || (state === 'done' && waiting > 0)
}
