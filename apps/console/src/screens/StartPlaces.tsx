import { countInWords, type Figure } from '@gatehouse/contract/acts/figureActs'
import { Link } from '@tanstack/react-router'
import { useLook } from '../api/useLook.ts'
import { screensOf } from '../api/screens.ts'
import { may, type Place, placesOf, useMe } from '../api/useMe.ts'
import { Badge } from '../lists/Badge.tsx'
import { dressOf, Sign } from '../lists/Sign.tsx'
import { useNow } from '../lists/useNow.ts'

/** Each deployment as one row, which leads to its first screen. */
export function StartPlaces() {
  const places = placesOf(useMe())
  return (
    <section>
      <h2>{places.length === 1 ? 'Your deployment' : 'Deployments'}</h2>
      <ul className="rows places">
        {places.map((place) => (
          <li key={place.path} {...dressOf(place.deployment)}>
            <Sign of={place} />
            <span>
              <Link to={firstOf(place)}>{place.title}</Link>
              {place.deployment?.isProduction === true && <span className="tag">production</span>}
              <Badge of={place} />
              <span className="quiet roles">{place.roles.join(', ')}</span>
            </span>
            {place.deployment !== null && may(place, 'figures show') && <LogIns of={place} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function firstOf(place: Place): string {
  const [first] = screensOf(place)
  return first === undefined ? `/${place.path}` : `/${place.path}/${first.path}`
}

/** Days of the line, the last of which is today. */
const days = 14

/** Milliseconds between two looks: the count is of the whole day. */
const pause = 600_000

const day = 86_400_000

/** Log-ins of today, beside those of the days before. */
function LogIns({ of: { path, title } }: { readonly of: Place }) {
  const today = Math.floor(useNow() / day)
  const since = new Date((today - days + 1) * day).toISOString()
  const order = { deployment: path, figure: 'log-ins', since }
  const { data } = useLook('figures show', order, { every: () => pause })
  const figure = data?.find((each) => each.figure === 'log-ins')
  if (figure === undefined || figure.isLate) return null
  const counts = Array.from({ length: days }, (_, at) =>
    countOn(figure, new Date((today - days + 1 + at) * day).toISOString().slice(0, 10)),
  )
  const last = counts.at(-1)?.words ?? '0'
  const sizes = counts.map(({ size }) => size)
  const top = Math.max(...sizes)
  const points = sizes.map((size, at) => `${at * step},${height - 2 - (size / top) * (height - 4)}`)
  return (
    <span className="log-ins">
      {top > 0 && (
        <svg
          viewBox={`0 0 ${(days - 1) * step} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Log-ins a day in ${title}, the last ${days} days: ${counts.map(({ words }) => words).join(', ')}`}
        >
          <polyline points={points.join(' ')} />
        </svg>
      )}
      <span>
        <strong>{last}</strong> <span className="quiet">log-ins today</span>
      </span>
    </span>
  )
}

const [step, height] = [8, 28] as const

/** The log-ins of a day. A part that is hidden makes them more than what is shown. */
function countOn({ cells }: Pick<Figure, 'cells'>, period: string) {
  const own = cells.filter((cell) => cell.period === period)
  const size = own.reduce((sum, { count }) => sum + (count ?? 0), 0)
  const isPartial = own.some(({ count }) => count === null)
  const words =
    isPartial && size === 0 ? countInWords({ count: null }) : `${isPartial ? '≥ ' : ''}${size}`
  return { size, words }
}
