import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import type { Table } from './tableOf.ts'

export type Samples = AnswerOf<'launch samples'>
type Sample = Samples['samples'][number]

/** A measure of the servers over time. */
export interface Panel {
  readonly title: string
  readonly lead: string
  readonly unit: string
  /** `rate`: counts, a second. Measures of a moment: the sum of the servers, or the highest one. */
  readonly as: 'rate' | 'sum' | 'highest'
  readonly partsOf: (sample: Sample) => Readonly<Record<string, number>>
}

const perSecond = { unit: 'a second', as: 'rate' } as const

/** The panels in the order of the screen. */
export const panels: readonly Panel[] = [
  {
    title: 'Sign-ins',
    lead: 'Log-ins that opened a session, in every way.',
    ...perSecond,
    partsOf: ({ signIns }) => ({ 'sign-ins': signIns }),
  },
  {
    title: 'Registrations',
    lead: 'New accounts, also by partners.',
    ...perSecond,
    partsOf: ({ registrations }) => ({ registrations }),
  },
  {
    title: 'Calls',
    lead: 'Answered calls of every kind.',
    ...perSecond,
    partsOf: ({ calls }) => ({ calls }),
  },
  {
    title: 'Refusals',
    lead: 'By their code, or by the status of the answer.',
    ...perSecond,
    partsOf: ({ refusals }) => refusals,
  },
  {
    title: 'Waiting room',
    lead: 'Log-ins that wait for their turn at the password.',
    unit: 'wait',
    as: 'sum',
    partsOf: ({ hashesWaiting }) => ({ waiting: hashesWaiting }),
  },
  {
    title: 'Sent away',
    lead: 'Answers 503: come back in some seconds.',
    ...perSecond,
    partsOf: ({ sentAway }) => ({ 'sent away': sentAway }),
  },
  {
    title: 'Time to answer',
    lead: '95 of a hundred calls take no longer, at the slowest server.',
    unit: 'ms',
    as: 'highest',
    partsOf: ({ p95 }) => ({ p95 }),
  },
  {
    title: 'Database',
    lead: 'Connections of all servers. The embedded database has none.',
    unit: 'connections',
    as: 'sum',
    partsOf: ({ connections }) =>
      Object.fromEntries(
        Object.entries(connections).map(([state, count]) => [state.replaceAll('_', ' '), count]),
      ),
  },
  {
    title: 'Queue',
    lead: 'Jobs and mails that are not done yet.',
    unit: 'wait',
    as: 'highest',
    partsOf: ({ jobsWaiting }) => ({ jobs: jobsWaiting }),
  },
  {
    title: 'Mail lag',
    lead: 'Age of the oldest mail that waits.',
    unit: 's',
    as: 'highest',
    partsOf: ({ mailLag }) => ({ mails: mailLag }),
  },
  {
    title: 'Event loop',
    lead: 'The slowest turn but one in a hundred, at the slowest server.',
    unit: 'ms',
    as: 'highest',
    partsOf: ({ eventLoop }) => ({ turns: eventLoop }),
  },
]

export interface Span {
  readonly title: string
  readonly seconds: number
  /** Seconds of a bar. */
  readonly bar: number
}

/** Parts that a chart distinguishes; those behind them are one. */
const mostParts = 5
const others = 'others'

/** The samples as bars of equal time, the last of which has begun just now. */
export function tableOfPanel(panel: Panel, samples: readonly Sample[], span: Span): Table {
  const { bar } = span
  const last = barOf(lastOf(samples), bar)
  const first = firstBar(samples, span)
  const parts = partsIn(panel, samples)
  const counts = countsBy(panel, samples, parts, (sample) => {
    if (panel.as !== 'rate') return [[barOf(secondsOf(sample), bar), 1]]
    // A server that did not reach the database has counted meanwhile: each bar gets its share.
    const to = secondsOf(sample)
    const from = to - sample.seconds
    const shares: [number, number][] = []
    for (let at = barOf(from, bar); at * bar < to; at += 1) {
      const seconds = Math.min(to, (at + 1) * bar) - Math.max(from, at * bar)
      shares.push([at, seconds / sample.seconds])
    }
    return shares
  })
  return {
    parts,
    rows: Array.from({ length: last - first + 1 }, (_, index) => ({
      period: timeOf((first + index) * bar),
      counts: counts(first + index, first + index === last ? null : bar),
    })),
  }
}

/** The last seconds alone: the sum of the parts, as it is now. */
export function nowOf(panel: Panel, samples: readonly Sample[]): number {
  // Some samples of each server, also where they are by the minute.
  const from = lastOf(samples) - 3 * Math.max(5, samples.at(-1)?.seconds ?? 0)
  const latest = samples.filter((sample) => secondsOf(sample) > from)
  const own = panel.as === 'rate' ? latest : lastOfEach(latest)
  const counts = countsBy(panel, own, partsIn(panel, own), () => [[0, 1]])
  const values = counts(0, null)
  return rounded(panel.as === 'highest' ? Math.max(0, ...values) : sumOf(values))
}

/** The place of a moment among the bars; null where it is before them. */
export function placeOf(at: string, samples: readonly Sample[], span: Span): number | null {
  const place = Date.parse(at) / 1000 / span.bar - firstBar(samples, span)
  return place < 0 ? null : place
}

const secondsOf = ({ at }: Sample) => Date.parse(at) / 1000
const lastOf = (samples: readonly Sample[]) => Math.max(0, ...samples.slice(-50).map(secondsOf))
const lastOfEach = (samples: readonly Sample[]) => [
  ...new Map(samples.map((sample) => [sample.node, sample])).values(),
]
const barOf = (seconds: number, bar: number) => Math.floor(seconds / bar)
const firstBar = (samples: readonly Sample[], { seconds, bar }: Span) =>
  barOf(lastOf(samples), bar) - Math.ceil(seconds / bar) + 1
const timeOf = (seconds: number) => new Date(seconds * 1000).toLocaleTimeString('en-GB')
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
/** Three digits at most, where the value has so many. */
const rounded = (value: number) => (value < 100 ? Number(value.toPrecision(3)) : Math.round(value))

/** Those of counts by their size: behind the fifth they are one. */
function partsIn({ as, partsOf }: Panel, samples: readonly Sample[]): readonly string[] {
  const sizes = new Map<string, number>()
  for (const sample of samples) {
    for (const [part, count] of Object.entries(partsOf(sample))) {
      sizes.set(part, (sizes.get(part) ?? 0) + count)
    }
  }
  const bySize = as === 'rate' ? [...sizes].toSorted((a, b) => b[1] - a[1]) : [...sizes]
  const names = bySize.map(([part]) => part)
  return names.length <= mostParts ? names : [...names.slice(0, mostParts), others]
}

/**
 * The values of the parts at a bar, once each sample has given its shares to the bars. Counts are
 * divided by seconds: those of the bar, or with null those that each server has seen of it.
 */
function countsBy(
  { as, partsOf }: Panel,
  samples: readonly Sample[],
  parts: readonly string[],
  sharesOf: (sample: Sample) => readonly (readonly [bar: number, share: number])[],
) {
  const bars = new Map<number, Map<string, { seconds: number; values: number[] }>>()
  for (const sample of samples) {
    const own = parts.map(() => 0)
    for (const [part, count] of Object.entries(partsOf(sample))) {
      const at = parts.includes(part) ? parts.indexOf(part) : parts.length - 1
      own[at] = (own[at] ?? 0) + count
    }
    for (const [bar, share] of sharesOf(sample)) {
      const nodes = bars.get(bar) ?? new Map<string, { seconds: number; values: number[] }>()
      bars.set(bar, nodes)
      const { seconds, values } = nodes.get(sample.node) ?? { seconds: 0, values: own.map(() => 0) }
      nodes.set(sample.node, {
        seconds: seconds + sample.seconds * share,
        values: values.map((value, at) => {
          const next = own[at] ?? 0
          return as === 'rate' ? value + next * share : Math.max(value, next)
        }),
      })
    }
  }
  return (bar: number, length: number | null): readonly number[] => {
    const nodes = [...(bars.get(bar)?.values() ?? [])]
    return parts.map((_, at) => {
      const each = nodes.map(({ seconds, values }) => {
        const value = values[at] ?? 0
        return as === 'rate' ? value / (length ?? seconds) : value
      })
      return rounded(as === 'highest' ? Math.max(0, ...each) : sumOf(each))
    })
  }
}
