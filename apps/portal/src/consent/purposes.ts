import type { Purpose } from './consentCookies.ts'

const purposes: Readonly<Record<string, Purpose>> = {
  'Analytical cookies': 'analytics',
  'Marketing cookies': 'marketing',
}

/**
 * The purpose of a cookie category, by its name; null when the portal itself does nothing with it.
 */
export function purposeOf({ Name }: { readonly Name: string }): Purpose | null {
  return purposes[Name] ?? null
}
