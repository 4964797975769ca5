import type { Connect } from './entities.ts'
import { identityProviderOf } from './identityProviderNames.ts'

/* Formats the values of a player. The functions are pure, so pages and mails show the same. */

/** Says whether a player can link and unlink a connection. The API's word overrides the row. */
export function isLinkable({
  CanonicalName,
  CanLink,
}: Pick<Connect, 'CanonicalName' | 'CanLink'>): boolean {
  return CanLink ?? identityProviderOf(CanonicalName).isRarelyLinked !== true
}

/** Masks an address: its first character, dots, and the part from one character before the @. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '' : `${email[0]}.....${email.slice(at - 1)}`
}

/** The titles of a player, which semicolons separate: `A;;B;` are `A` and `B`. */
export function titlesOf(titles: string | null): readonly string[] {
  return (titles ?? '')
    .split(';')
    .map((title) => title.trim())
    .filter((title) => title !== '')
}

/** Shows semicolon-separated titles as one line: `A;;B;` is `A B`. */
export function titleNameOf(titles: string | null): string {
  return titlesOf(titles).join(' ')
}

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

/** The name of a partner in calls: `Creative Assembly` is `creative-assembly`. */
export function partnerSlug(partnerName: string): string {
  return partnerName.trim().toLowerCase().replaceAll(/\s+/g, '-')
}
