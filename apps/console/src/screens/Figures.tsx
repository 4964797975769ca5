import type { Figure } from '@gatehouse/contract/acts/figureActs'
import { labelOf } from '../api/actWords.ts'
import { useLook } from '../api/useLook.ts'
import { may, type Place } from '../api/useMe.ts'
import { FigureCard } from '../figures/FigureCard.tsx'
import { Spans, useSpan } from '../figures/Spans.tsx'
import { Loaded } from '../lists/states.tsx'
import { forThose } from './missing.tsx'

const leads: Readonly<Record<string, string>> = {
  'sign-ups': 'Registrations, also of accounts that are deleted since.',
  'active players': 'Players with a session that was opened, renewed or used.',
  'second steps': 'The proof that log-ins gave besides the first.',
  'refused log-ins': 'Reasons, once a player and ten minutes.',
  deletions: 'By the reason that the player chose, and by months alone.',
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
export const Figures = forThose('figures show', ({ place }) => {
  const { name, order, last } = useSpan()
  const look = useLook('figures show', { deployment: place.path, ...order })
  return (
    <div className="screen">
      <h1>Figures</h1>
      <p className="lead">
        Counts of rows that are there anyway, by days and months of UTC. A count under five of a day
        is hidden, or put together with others; a month is made of what its days show.
      </p>
      <Spans here={name} />
      <Loaded from={look}>
        {(figures) => <Cards figures={figures} until={last} place={place} />}
      </Loaded>
      {may(place, 'surveys results') && <Survey place={place} />}
    </div>
  )
})

function Survey({ place }: { readonly place: Place }) {
  const look = useLook('surveys results', { deployment: place.path })
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
