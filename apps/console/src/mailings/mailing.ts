import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
export type Mailing = AnswerOf<'mailings list'>[number]

export type WholeMailing = AnswerOf<'mailings show'>

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
