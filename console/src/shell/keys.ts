import { createStore } from '../api/store.ts'
import { keysOfScreens } from './screens.ts'

/* Keys of one letter, which a person can switch off; those with Ctrl always work. */

const key = 'gatehouse.keys'

function areKeysOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

export const singleKeys = createStore(areKeysOn())

export function switchKeys(isOn: boolean): void {
  singleKeys.write(isOn)
  try {
    localStorage.setItem(key, isOn ? 'on' : 'off')
  } catch {
    // Until the page is left.
  }
}

/** All keys, as the overview lists them. */
export const keyWords: readonly (readonly [keys: string, words: string])[] = [
  ['Ctrl K, ⌘ K', 'Go to a screen, order an act, change the deployment'],
  ['/', 'Search'],
  ['g s', 'Start'],
  ...keysOfScreens.map(([key, , title]) => [`g ${key}`, title] as const),
  ['j, k', 'Next row, row before'],
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
