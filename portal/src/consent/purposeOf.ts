export type Purpose = 'analytics' | 'marketing'

const purposes: Readonly<Record<string, Purpose>> = {
  'Analytical cookies': 'analytics',
  'Marketing cookies': 'marketing',
}

/** What a cookie category is for, by its name; null when the portal itself does nothing with it. */
export function purposeOf({ Name }: { readonly Name: string }): Purpose | null {
  return purposes[Name] ?? null
}
