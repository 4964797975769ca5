import type { Figure } from '@gatehouse/contract/acts/figureActs'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { labelOf } from '../api/actWords.ts'
import { useLook } from '../api/useLook.ts'
import { may, type Place } from '../api/useMe.ts'
import { FigureCard } from '../figures/FigureCard.tsx'
import { Loaded } from '../lists/states.tsx'
import { ForThose } from './missing.tsx'

const from = '/$place/figures'

/** The times that the screen offers, each with its first period: so many before the last one. */
const spans = {
  '30-days': { title: '30 days', by: 'day', count: 30 },
  '90-days': { title: '90 days', by: 'day', count: 90 },
  '12-months': { title: '12 months', by: 'month', count: 12 },
  '36-months': { title: '36 months', by: 'month', count: 36 },
} as const

type SpanName = keyof typeof spans

const leads: Readonly<Record<string, string>> = {
  'sign-ups': 'Registrations, also of accounts that are deleted since.',
  'active players': 'Players with a session that was opened, renewed or used.',
  'second steps': 'The proof that log-ins gave besides the first.',
  'refused log-ins': 'Reasons, once a player and ten minutes.',
  deletions: 'By the reason that the player chose.',
  factors: 'Of the players of now.',
  languages: 'Of the players of now.',
}

/** Words for the names of figures that are none. */
const titles: Readonly<Record<string, string>> = {
  DevType: 'Kind of developer',
  FavoriteFeatures: 'Favourite features',
  Gameinformationources: 'Sources about games',
  HasInfluencers: 'Follows influencers',
  HasOtherStudios: 'Follows other studios',
  Reviews_GamingWebsite: 'Reviews of websites matter',
  Reviews_Influencers: 'Reviews of influencers matter',
  Reviews_Steam: 'Reviews on Steam matter',
}

function titleOf(figure: string): string {
  const isField = /^[A-Z]/.test(figure)
  return (
    titles[figure] ?? (isField ? labelOf(figure) : `${figure[0]?.toUpperCase()}${figure.slice(1)}`)
  )
}

/** Counts of a deployment, as charts. */
export function Figures() {
  const { place: path } = useParams({ from })
  return (
    <ForThose path={path} act="figures show">
      {(place) => <FiguresOf key={place.path} place={place} />}
    </ForThose>
  )
}

function FiguresOf({ place }: { readonly place: Place }) {
  const { span = '' } = useSearch({ from })
  const [now] = useState(() => new Date())
  const name: SpanName = Object.hasOwn(spans, span) ? (span as SpanName) : '30-days'
  const { by, count } = spans[name]
  const look = useLook<readonly Figure[]>('figures show', {
    deployment: place.path,
    by,
    since: firstOf(now, by, count).toISOString(),
    until: now.toISOString(),
  })
  return (
    <div className="screen">
      <h1>Figures</h1>
      <p className="lead">
        Counts of rows that are there anyway, by days and months of UTC. A count under five is
        hidden.
      </p>
      <nav className="tabs" aria-label="Time">
        {(Object.keys(spans) as SpanName[]).map((each) => (
          <Link
            key={each}
            to={from}
            params={{ place: place.path }}
            search={{ span: each }}
            data-here={each === name || undefined}
            aria-current={each === name ? 'true' : undefined}
          >
            {spans[each].title}
          </Link>
        ))}
      </nav>
      <Loaded from={look}>
        {(figures) => (
          <Cards
            figures={figures}
            until={now.toISOString().slice(0, by === 'day' ? 10 : 7)}
            place={place}
          />
        )}
      </Loaded>
      {may(place, 'surveys results') && <Survey place={place} />}
    </div>
  )
}

function Survey({ place }: { readonly place: Place }) {
  const look = useLook<readonly Figure[]>('surveys results', { deployment: place.path })
  return (
    <section>
      <h2>Survey</h2>
      <Loaded from={look}>
        {(figures) => <Cards figures={figures} until="now" place={place} />}
      </Loaded>
    </section>
  )
}

interface CardsProps {
  readonly figures: readonly Figure[]
  readonly until: string
  readonly place: Place
}

function Cards({ figures, until, place }: CardsProps) {
  return (
    <div className="figures">
      {figures.map((figure) => (
        <FigureCard
          key={figure.figure}
          figure={figure}
          title={titleOf(figure.figure)}
          lead={leads[figure.figure]}
          until={until}
          place={place.path}
        />
      ))}
    </div>
  )
}

function firstOf(now: Date, by: 'day' | 'month', count: number): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  return by === 'day'
    ? new Date(Date.UTC(year, month, day - count + 1))
    : new Date(Date.UTC(year, month - count + 1))
}
