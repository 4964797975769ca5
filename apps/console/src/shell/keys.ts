import { keep, owner, readKept } from '../api/kept.ts'
import { createStore } from '../api/store.ts'
import { keysOfScreens } from '../api/screens.ts'

/* Keys of one letter, which a person can switch off; those with Ctrl always work. */

export const singleKeys = createStore(true)
owner.subscribe(() => singleKeys.write(readKept('keys') !== 'off'))

export function switchKeys(isOn: boolean): void {
  singleKeys.write(isOn)
  keep('keys', isOn ? 'on' : 'off')
}

/** All keys, as the overview lists them. */
export const keyWords: readonly (readonly [keys: string, words: string])[] = [
  ['Ctrl K, ⌘ K', 'Go to a screen, start an action, switch deployments'],
  ['/', 'Search'],
  ['g s', 'Start'],
  ...keysOfScreens.map(([key, , title]) => [`g ${key}`, title] as const),
  ['j, k', 'Next row, previous row'],
  ['Enter', 'Open the row'],
  ['x', 'Select the row'],
  ['c', 'Copy the selected rows, or this one, for a ticket'],
  ['?', 'These keys'],
]

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null
  )
}
