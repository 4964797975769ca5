/** The day of a date in UTC. A date without offset keeps its digits; an unreadable one is null. */
export function utcDay(date: string | null): Date | null {
  if (date === null || !/^\d{4}-\d{2}-\d{2}/.test(date)) return null
  const hasOffset = /T[^T]*(Z|[+-]\d{2}:?\d{2})$/i.test(date)
  const day = new Date(hasOffset ? date : `${date.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(day.getTime()) ? null : day
}

/** Shows DD/MM/YY in UTC, '' for an unreadable date. */
export function shortDate(date: string | null): string {
  const [year = '', month, day] = utcDay(date)?.toISOString().slice(0, 10).split('-') ?? []
  return year === '' ? '' : `${day}/${month}/${year.slice(2)}`
}

/**
 * A moment as the language writes it, alike in the portal and in mails. Digits are Latin and years
 * Gregorian in every language: codes, prices and keyboards are.
 */
export function dateIn(
  locale: string,
  moment: string | number | Date,
  options: Intl.DateTimeFormatOptions,
): string {
  return new Intl.DateTimeFormat(plainLocale(locale), options).format(new Date(moment))
}

/** English has the day before the month, as the specification writes it. */
export function plainLocale(locale: string): string {
  return `${locale === 'en' ? 'en-GB' : locale}-u-ca-gregory-nu-latn`
}

export type AgeUnit = 'second' | 'minute' | 'hour' | 'day'

const steps: readonly (readonly [AgeUnit, number, number])[] = [
  ['second', 1, 60],
  ['minute', 60, 60],
  ['hour', 3600, 24],
  ['day', 86_400, Infinity],
]

/**
 * The age of a moment in its largest unit of at least one, rounded half up. A rounding that reaches
 * the next unit becomes one of that unit. A future moment is 0 seconds ago; an absent or unreadable
 * one is null.
 */
export function ageOf(moment: string | null, now: Date): { count: number; unit: AgeUnit } | null {
  const then = moment === null ? Number.NaN : Date.parse(moment)
  if (Number.isNaN(then)) return null
  const seconds = Math.max(0, (now.getTime() - then) / 1000)
  for (const [unit, size, next] of steps) {
    const count = Math.round(seconds / size)
    if (count < next) return { count, unit }
  }
  return null
}
