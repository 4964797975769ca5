import { type AgeUnit, dateIn, plainLocale } from '@gatehouse/contract/dates'

export { dateIn }

/** Right-to-left marks would write the parts of a date in the other order. */
const marks = /[\u061C\u200E\u200F]/g

/** The month of a day, in UTC: `November 2026`. */
export function monthIn(locale: string, day: Date): string {
  return dateIn(locale, day, { month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/** A day in digits, in the order of the language, in UTC; English has its own (`shortDate`). */
export function dayIn(locale: string, day: Date): string {
  const parts = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const
  return dateIn(locale, day, parts).replaceAll(marks, '')
}

/** How long ago something was: `5 minutes ago`. */
export function agoIn(
  locale: string,
  { count, unit }: { readonly count: number; readonly unit: AgeUnit },
): string {
  return new Intl.RelativeTimeFormat(plainLocale(locale), { numeric: 'always' }).format(
    -count,
    unit,
  )
}

/** The word of the language for this moment: `now`. */
export function nowIn(locale: string): string {
  return new Intl.RelativeTimeFormat(plainLocale(locale), { numeric: 'auto' }).format(0, 'second')
}

/** Several things in one line, with the commas of the language: `A, B, C`. */
export function listOf(locale: string, things: readonly string[]): string {
  return new Intl.ListFormat(locale, { style: 'narrow' }).format(things)
}
