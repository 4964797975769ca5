import { schemeKey } from '@gatehouse/contract/theme/scheme'

export type Scheme = 'auto' | 'light' | 'dark'

export const schemes: readonly Scheme[] = ['auto', 'light', 'dark']

/** The scheme that the player chose in this browser; `auto` follows the system. */
export function chosenScheme(): Scheme {
  if (choice !== undefined) return choice
  try {
    const stored = localStorage.getItem(schemeKey)
    return schemes.find((scheme) => scheme === stored) ?? 'auto'
  } catch {
    return 'auto'
  }
}

const listeners = new Set<() => void>()
/** Lasts where the browser keeps nothing. */
let choice: Scheme | undefined

export function subscribeToScheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function showScheme(scheme: Scheme): void {
  document.documentElement.dataset['scheme'] = scheme
}

/** Shows a scheme from now on and keeps the choice. */
export function chooseScheme(scheme: Scheme): void {
  showScheme(scheme)
  choice = scheme
  for (const listener of listeners) listener()
  try {
    localStorage.setItem(schemeKey, scheme)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
