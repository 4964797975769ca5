import type { Connect } from './entities.ts'
import { identityProviderOf } from './identityProviderNames.ts'

/*
 * How values of a player are shown. Pure, and the same in the portal and in what the server sends.
 */

/** Whether a connection can be linked and unlinked: as its row says, unless the API says otherwise. */
export function isLinkable({
  CanonicalName,
  CanLink,
}: Pick<Connect, 'CanonicalName' | 'CanLink'>): boolean {
  return CanLink ?? identityProviderOf(CanonicalName).isRarelyLinked !== true
}

/** The first character, a run of dots, then the part from one character before the @. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '' : `${email[0]}.....${email.slice(at - 1)}`
}

/** Semicolon-separated titles as one line: `A;;B;` is `A B`. */
export function titleNameOf(titles: string | null): string {
  return (titles ?? '')
    .split(';')
    .map((title) => title.trim())
    .filter((title) => title !== '')
    .join(' ')
}

/** DD/MM/YY in UTC; a date without offset is shown as its own digits; '' when unreadable. */
export function shortDate(date: string | null): string {
  if (date === null) return ''
  const own = /^(\d{4})-(\d{2})-(\d{2})/.exec(date)
  const hasOffset = /T[^T]*(Z|[+-]\d{2}:?\d{2})$/i.test(date)
  const utc = new Date(hasOffset ? date : `${date.slice(0, 10)}T00:00:00Z`)
  if (own === null || Number.isNaN(utc.getTime())) return ''
  const [year, month, day] = utc.toISOString().slice(0, 10).split('-') as [string, string, string]
  return `${day}/${month}/${year.slice(2)}`
}

export type AgeUnit = 'second' | 'minute' | 'hour' | 'day'

const steps: readonly (readonly [AgeUnit, number, number])[] = [
  ['second', 1, 60],
  ['minute', 60, 60],
  ['hour', 3600, 24],
  ['day', 86_400, Infinity],
]

/**
 * The age of a moment in its largest unit of at least one, rounded half up; a rounding that reaches
 * the next unit becomes one of that unit. The future is 0 seconds; null when never or unreadable.
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

/** What calls name a partner by: `Creative Assembly` is `creative-assembly`. */
export function partnerSlug(partnerName: string): string {
  return partnerName.trim().toLowerCase().replaceAll(/\s+/g, '-')
}
