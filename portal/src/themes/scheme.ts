import { schemeKey } from '@gatehouse/contract/theme/scheme'

export type Scheme = 'auto' | 'light' | 'dark'

export const schemes: readonly Scheme[] = ['auto', 'light', 'dark']

/** The scheme that the player chose in this browser; `auto` follows the system. */
export function chosenScheme(): Scheme {
  try {
    const kept = localStorage.getItem(schemeKey)
    return schemes.find((scheme) => scheme === kept) ?? 'auto'
  } catch {
    return 'auto'
  }
}

export function showScheme(scheme: Scheme): void {
  document.documentElement.dataset['scheme'] = scheme
}

/** Shows a scheme from now on and keeps the choice. */
export function chooseScheme(scheme: Scheme): void {
  showScheme(scheme)
  try {
    localStorage.setItem(schemeKey, scheme)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
