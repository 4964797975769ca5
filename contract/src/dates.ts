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
