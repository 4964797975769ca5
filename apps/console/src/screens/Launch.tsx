import { Notice } from '@gatehouse/ui/Notice'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { RefusalError } from '../api/call.ts'
import { often, useLook } from '../api/useLook.ts'
import type { Place } from '../api/useMe.ts'
import { ChartInFull } from '../figures/FigureCard.tsx'
import {
  nowOf,
  type Panel,
  panels,
  placeOf,
  type Samples,
  type Span,
  tableOfPanel,
} from '../figures/samples.ts'
import { Moment } from '../lists/Moment.tsx'
import { Empty, Skeleton } from '../lists/states.tsx'
import { forThose } from './missing.tsx'

const from = '/$place/launch'

const spans = {
  '30-minutes': { title: '30 minutes', seconds: 1800, bar: 20 },
  '2-hours': { title: '2 hours', seconds: 7200, bar: 80 },
  '24-hours': { title: '24 hours', seconds: 86_400, bar: 960 },
} as const satisfies Readonly<Record<string, Span>>

type SpanName = keyof typeof spans

/** Seconds without a new sample after which the values are old. */
const oldAfter = (span: Span) => (isByMinute(span) ? 150 : 20)

/** Samples of five seconds go back two hours. */
const isByMinute = ({ seconds }: Span) => seconds > spans['2-hours'].seconds

/** Counts and measures of the servers as they come, for the day on which everybody does. */
export const Launch = forThose('launch samples', LaunchOf)

function LaunchOf({ place }: { readonly place: Place }) {
  const { span: given = '', wall } = useSearch({ from })
  const name: SpanName = Object.hasOwn(spans, given) ? (given as SpanName) : '30-minutes'
  const isWall = wall !== undefined
  const { data, error } = useSamples(place, spans[name])
  const last = data?.samples.at(-1)?.at
  const isOld = useSecondsSince(last) > oldAfter(spans[name]) || error !== null
  useEscape(place, given, isWall)
  return (
    <div className={isWall ? 'screen wall' : 'screen'} data-old={isOld || undefined}>
      <div className="launch-head">
        <h1>Launch day</h1>
        {isWall && <p className="about">{place.title}</p>}
        <nav className="tabs" aria-label="Time">
          {(Object.keys(spans) as SpanName[]).map((each) => (
            <Link
              key={each}
              to={from}
              params={{ place: place.path }}
              search={{ span: each, ...(isWall && { wall }) }}
              data-here={each === name || undefined}
              aria-current={each === name ? 'true' : undefined}
            >
              {spans[each].title}
            </Link>
          ))}
        </nav>
        <Link
          to={from}
          params={{ place: place.path }}
          search={{ span: given, ...(!isWall && { wall: 'on' }) }}
        >
          {isWall ? 'Leave the wall' : 'Show on a wall'}
        </Link>
      </div>
      {isOld && <Old error={error} last={last} />}
      {data === undefined && error === null && <Skeleton />}
      {data !== undefined && last === undefined && (
        <Empty title="No server has reported in this time">
          Servers of version 1.0.0 do not report. A newer one appears five seconds after its start.
        </Empty>
      )}
      {data !== undefined && last !== undefined && (
        <>
          <div className="figures">
            {panels.map((panel) => (
              <PanelCard
                key={panel.title}
                panel={panel}
                data={data}
                span={spans[name]}
                place={place}
              />
            ))}
          </div>
          <Marks data={data} place={place} />
        </>
      )}
    </div>
  )
}

/** The samples of the span: first all of them, then those behind the last one. By the minute, all again. */
function useSamples({ deployment, path }: Place, span: Span) {
  const { seconds } = span
  const [opened] = useState(Date.now)
  const order = {
    ...(deployment !== null && { deployment: path }),
    since: new Date(opened - seconds * 1000).toISOString(),
  }
  const isWhole = isByMinute(span)
  return useLook('launch samples', order, {
    every: (last) => (isWhole && last !== undefined ? 60_000 : often),
    goOn: {
      order(last) {
        const since = new Date(Date.now() - seconds * 1000).toISOString()
        return { ...order, since: isWhole ? since : (last.samples.at(-1)?.at ?? since) }
      },
      join: (last, rest) => (isWhole ? rest : joined(last, rest, seconds)),
    },
  })
}

interface Dated {
  readonly at: string
}

const once = <Each extends Dated>(all: readonly Each[], nameOf: (one: Each) => string) => [
  ...new Map(all.map((one) => [`${one.at} ${nameOf(one)}`, one])).values(),
]

/** The sample that was the last comes again, and others of its moment may be new. */
function joined(last: Samples, rest: Samples, seconds: number): Samples {
  const first = Date.parse(rest.samples.at(-1)?.at ?? '') - seconds * 1000
  return {
    samples: once([...last.samples, ...rest.samples], ({ node }) => node).filter(
      ({ at }) => !(Date.parse(at) < first),
    ),
    marks: once([...last.marks, ...rest.marks], ({ deployment, what }) => deployment + what),
  }
}

/** Since a value has changed, by the clock of this browser alone. */
function useSecondsSince(value: string | undefined): number {
  const [now, setNow] = useState(Date.now)
  const [changed, setChanged] = useState({ value, at: now })
  if (changed.value !== value) setChanged({ value, at: now })
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), often)
    return () => clearInterval(timer)
  }, [])
  return changed.value === value ? (now - changed.at) / 1000 : 0
}

/** A wall has no navigation: Escape leads back to it. */
function useEscape(place: Place, span: string, isWall: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isWall) return undefined
    const leave = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || document.querySelector('dialog[open]') !== null) return
      void navigate({ to: from, params: { place: place.path }, search: { span } })
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [navigate, place.path, span, isWall])
}

function Old({ error, last }: { readonly error: unknown; readonly last: string | undefined }) {
  const why = error instanceof RefusalError ? error.message : 'No server is reporting.'
  return (
    <Notice>
      <p>
        {why}{' '}
        {last !== undefined && (
          <>
            You see the values of{' '}
            <time dateTime={last}>{new Date(last).toLocaleTimeString('en-GB')}</time>.{' '}
          </>
        )}
        New ones appear here as soon as they arrive.
      </p>
      {error instanceof RefusalError && <p className="code">{error.code}</p>}
    </Notice>
  )
}

interface PanelProps {
  readonly panel: Panel
  readonly data: Samples
  readonly span: Span
  readonly place: Place
}

function PanelCard({ panel, data: { samples, marks }, span, place }: PanelProps) {
  const { title, lead, unit } = panel
  const table = tableOfPanel(panel, samples, span)
  const places = marks.flatMap(({ at }) => placeOf(at, samples, span) ?? [])
  return (
    <section className="card figure">
      <h2>{title}</h2>
      <p className="quiet panel-lead">{lead}</p>
      <p className="now">
        <strong>{nowOf(panel, samples).toLocaleString('en-GB')}</strong> {unit}
      </p>
      {table.parts.length === 0 ? (
        <p className="quiet">None in this time.</p>
      ) : (
        <ChartInFull title={title} table={table} file={`${place.path} ${title}`} marks={places} />
      )}
    </section>
  )
}

/** Publishes and mailings, which the charts have as lines. */
function Marks({ data: { marks }, place }: Pick<PanelProps, 'data' | 'place'>) {
  if (marks.length === 0) return null
  const newest = marks.toSorted((one, other) => (one.at < other.at ? 1 : -1))
  return (
    <section className="marks">
      <h2>Published and mailed</h2>
      <ul className="links">
        {newest.map(({ at, deployment, what }) => (
          <li key={`${at} ${deployment} ${what}`}>
            <Moment of={at} /> {place.deployment === null && `${deployment}, `}
            {what}
          </li>
        ))}
      </ul>
    </section>
  )
}
