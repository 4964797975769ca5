import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

/** The times that screens of figures offer: so many periods that are over, and the one of now. */
const spans = {
  '7-days': { title: '7 days', by: 'day', count: 7 },
  '30-days': { title: '30 days', by: 'day', count: 30 },
  '90-days': { title: '90 days', by: 'day', count: 90 },
  '12-months': { title: '12 months', by: 'month', count: 12 },
  '36-months': { title: '36 months', by: 'month', count: 36 },
} as const

type SpanName = keyof typeof spans

/**
 * The time in the address: for an order, and its last period as figures write it; and the time before,
 * which is as long as the periods that are over.
 */
export function useSpan() {
  const { span = '' } = useSearch({ strict: false }) as { readonly span?: string }
  const [now] = useState(() => new Date())
  const name: SpanName = Object.hasOwn(spans, span) ? (span as SpanName) : '30-days'
  const { title, by, count } = spans[name]
  const since = startOf(now, by, -count)
  const before = new Date(since.getTime() - 1)
  const periodOf = (moment: Date) => moment.toISOString().slice(0, by === 'day' ? 10 : 7)
  return {
    name,
    title,
    order: { by, since: since.toISOString(), until: now.toISOString() },
    last: periodOf(now),
    before: {
      order: { by, since: startOf(now, by, -2 * count).toISOString(), until: before.toISOString() },
      last: periodOf(before),
    },
  }
}

/** Leads to the other times. */
export function Spans({ here }: { readonly here: SpanName }) {
  return (
    <nav className="tabs" aria-label="Time">
      {(Object.keys(spans) as SpanName[]).map((each) => (
        <Link
          key={each}
          to="."
          search={((before: object) => ({ ...before, span: each })) as never}
          resetScroll={false}
          data-here={each === here || undefined}
          aria-current={each === here ? 'true' : undefined}
        >
          {spans[each].title}
        </Link>
      ))}
    </nav>
  )
}

/** The start of a period, so many after that of now. */
function startOf(now: Date, by: 'day' | 'month', after: number): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  return by === 'day'
    ? new Date(Date.UTC(year, month, day + after))
    : new Date(Date.UTC(year, month + after))
}
