import { playWithoutRounds } from './withoutRounds.ts'

/** Lets everything that has grown lean, without waking the page's own thread. */
export function leanGrowth(growth: HTMLElement): void {
  playWithoutRounds(growth.querySelectorAll<HTMLElement>('*'))
}
