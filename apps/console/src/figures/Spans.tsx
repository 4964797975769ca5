import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

/** The times that screens of figures offer, each with its first period: so many before the last one. */
const spans = {
  '30-days': { title: '30 days', by: 'day', count: 30 },
  '90-days': { title: '90 days', by: 'day', count: 90 },
  '12-months': { title: '12 months', by: 'month', count: 12 },
  '36-months': { title: '36 months', by: 'month', count: 36 },
} as const

type SpanName = keyof typeof spans

/** The time in the address: for an order, and its last period as figures write it. */
export function useSpan() {
  const { span = '' } = useSearch({ strict: false }) as { readonly span?: string }
  const [now] = useState(() => new Date())
  const name: SpanName = Object.hasOwn(spans, span) ? (span as SpanName) : '30-days'
  const { by, count } = spans[name]
  const order = { by, since: firstOf(now, by, count).toISOString(), until: now.toISOString() }
  return { name, order, last: now.toISOString().slice(0, by === 'day' ? 10 : 7) }
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

function firstOf(now: Date, by: 'day' | 'month', count: number): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  return by === 'day'
    ? new Date(Date.UTC(year, month, day - count + 1))
    : new Date(Date.UTC(year, month - count + 1))
}
