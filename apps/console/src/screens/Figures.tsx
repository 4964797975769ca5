import type { Figure } from '@gatehouse/contract/acts/figureActs'
import { surveyQuestions } from '@gatehouse/contract/survey'
import { Button } from '@gatehouse/ui/Button'
import { labelOf } from '../api/actWords.ts'
import { useLook } from '../api/useLook.ts'
import { may, type Place } from '../api/useMe.ts'
import { FigureCard } from '../figures/FigureCard.tsx'
import { Spans, useSpan } from '../figures/Spans.tsx'
import { tableOf } from '../figures/tableOf.ts'
import { Loaded } from '../lists/states.tsx'
import { forThose } from './missing.tsx'

const leads: Readonly<Record<string, string>> = {
  'sign-ups': 'Registrations, also of accounts that are deleted since.',
  'active players': 'Players with a session that was opened, renewed or used.',
  'second steps': 'How log-ins were proven. “Password alone” is one without a second step.',
  'refused log-ins': 'Reasons, once a player and ten minutes.',
  deletions: 'By the reason that the player chose, and by months alone.',
  factors: 'Of the players of now.',
  languages: 'Of the players of now.',
}

/** What sums count; otherwise the figure’s name says it. */
const units: Readonly<Record<string, string>> = {
  'active players': 'players',
  'second steps': 'log-ins',
  'linked accounts': 'links',
  'refused log-ins': 'refusals',
  factors: 'players',
  languages: 'players',
}

/** Undefined for a question with several answers of a player: they have no sum. */
function unitOf(figure: string): string | undefined {
  const question = surveyQuestions.find(({ field }) => field === figure)
  if (question === undefined) return units[figure] ?? figure
  return question.kind === 'many' ? undefined : 'answers'
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
  const { name, title, order, last, before } = useSpan()
  const deployment = place.path
  const look = useLook('figures show', { deployment, ...order })
  const earlier = useLook('figures show', { deployment, ...before.order })
  return (
    <div className="screen">
      <h1>Figures</h1>
      <p className="printed">
        {place.title}, {title} to {last}
      </p>
      <p className="lead">
        Counts of rows that are there anyway, by days and months of UTC. A count under five of a day
        is hidden, or put together with others; a month is made of what its days show.
      </p>
      <div className="acts">
        <Spans here={name} />
        <Button look="quiet" onClick={() => print()}>
          Print
        </Button>
      </div>
      <Loaded from={look}>
        {(figures) => (
          <Cards
            figures={figures}
            until={last}
            place={place}
            none="None in this time"
            before={earlier.data?.filter(({ isLate }) => !isLate)}
            untilBefore={before.last}
          />
        )}
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
        {(figures) => (
          <Cards figures={figures} until="now" place={place} none="Nobody has answered yet" />
        )}
      </Loaded>
    </section>
  )
}

const isEmpty = ({ cells, isLate }: Figure) => cells.length === 0 && !isLate

interface CardsProps {
  readonly figures: readonly Figure[]
  readonly until: string
  readonly place: Place
  /** What is said of all figures together that have no counts. */
  readonly none: string
  /** The figures of the time before, and its last period. */
  readonly before?: readonly Figure[] | undefined
  readonly untilBefore?: string
}

function Cards({ figures, until, place, none, before, untilBefore = '' }: CardsProps) {
  const empty = figures.filter(isEmpty).map(({ figure }) => titleOf(figure))
  return (
    <>
      <div className="figures">
        {figures
          .filter((figure) => !isEmpty(figure))
          .map((figure) => {
            const earlier = before?.find((each) => each.figure === figure.figure)
            return (
              <FigureCard
                key={figure.figure}
                figure={figure}
                title={titleOf(figure.figure)}
                lead={leads[figure.figure]}
                unit={unitOf(figure.figure)}
                isMean={figure.figure === 'active players'}
                before={earlier && tableOf(earlier, untilBefore)}
                until={until}
                place={place.path}
              />
            )
          })}
      </div>
      {empty.length > 0 && (
        <p className="quiet">
          {none}: {empty.join(', ')}.
        </p>
      )}
    </>
  )
}
