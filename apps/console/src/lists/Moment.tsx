import { useNow } from './useNow.ts'

/* Moments: as the person's clock has them, with the distance beside or behind. */

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const zoned = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })
const distance = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

export function relativeTo(now: number, moment: Date): string {
  const seconds = (moment.getTime() - now) / 1000
  const step = steps.find(([, length]) => Math.abs(seconds) >= length)
  if (step === undefined) return 'now'
  return distance.format(Math.round(seconds / step[1]), step[0])
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })

/** 'tomorrow 18:31', for what comes soon; else the date. */
function soonFrom(now: number, moment: Date): string {
  const away = [0, 1].find((days) => day.format(now + days * 86_400_000) === day.format(moment))
  if (away === undefined) return exact.format(moment)
  return `${distance.format(away, 'day')} ${time.format(moment)}`
}

/** A sentence of the server, with its moments as the person's clock has them. */
export function inOwnTime(sentence: string): string {
  const moments = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g
  return sentence.replaceAll(moments, (moment) => exact.format(new Date(moment)))
}

interface Props {
  /** '–' for null. */
  readonly of: string | null
  /** With how long ago it was. */
  readonly isFull?: boolean
  /** How long ago it was, alone. */
  readonly isAge?: boolean
  /** 'today' and 'tomorrow' in place of a date. */
  readonly isSoon?: boolean
}

export function Moment({ of, isFull = false, isAge = false, isSoon = false }: Props) {
  const now = useNow()
  if (of === null) return '–'
  const moment = new Date(of)
  if (Number.isNaN(moment.getTime())) return of
  return (
    <time dateTime={of} title={`${zoned.format(moment)} · ${moment.toISOString()}`}>
      {isAge ? relativeTo(now, moment) : isSoon ? soonFrom(now, moment) : exact.format(moment)}
      {isFull && <span className="quiet"> · {relativeTo(now, moment)}</span>}
    </time>
  )
}
