import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import { textQuestions } from '@gatehouse/contract/acts/figureActs'
import { Link, useSearch } from '@tanstack/react-router'
import type { Place } from '../api/useMe.ts'
import { ListScreen } from '../lists/ListScreen.tsx'
import type { Column } from '../lists/ListTable.tsx'
import { Name } from '../lists/Name.tsx'
import { forThose } from './missing.tsx'

type Text = AnswerOf<'surveys texts'>['texts'][number]

const from = '/$place/texts'

/** Every kind of text; the first one is that of players who left. */
const titles: Readonly<Record<(typeof textQuestions)[number] | 'left', string>> = {
  left: 'Reasons for leaving',
  AdditionnalMessage: 'Messages',
  Influencers: 'Influencers',
  OtherStudios: 'Other studios',
  OtherSocialNetworks: 'Social networks',
  OtherGameinformationources: 'Sources about games',
  OtherGamingWebsites: 'Websites',
}

/** The words of players when they left, and to questions of the survey. */
export const Texts = forThose('deletion-types texts', ({ place }) => {
  const { of = 'left' } = useSearch({ from })
  const question = textQuestions.find((each) => each === of)
  const title = titles[question ?? 'left']
  return (
    <ListScreen<Text>
      title="What players wrote"
      lead="In their own words, when they left and in the survey. Fewer than five texts stay hidden, because they could point to one player."
      place={place}
      act={question === undefined ? 'deletion-types texts' : 'surveys texts'}
      order={question === undefined ? {} : { question }}
      caption={`${title}, the newest first`}
      idOf={({ no }) => String(no)}
      columns={columnsAt(place, question !== undefined)}
      csv={`${place.path} ${title}`}
      empty={{
        title: 'Nothing to show',
        words:
          'Nobody wrote anything here, or fewer than five players did. Try another part above.',
      }}
    >
      <nav className="tabs" aria-label="Texts">
        {(['left', ...textQuestions] as const).map((each) => (
          <Link
            key={each}
            to={from}
            params={{ place: place.path }}
            search={each === 'left' ? {} : { of: each }}
            // The first part has no name in the address: it is not part of every other one.
            activeOptions={{ exact: true }}
            data-here={each === (question ?? 'left') || undefined}
            aria-current={each === (question ?? 'left') ? 'true' : undefined}
          >
            {titles[each]}
          </Link>
        ))}
      </nav>
    </ListScreen>
  )
})

function columnsAt(place: Place, isOfSurvey: boolean): readonly Column<Text>[] {
  const columns: readonly Column<Text>[] = [
    { title: 'Day', cell: ({ day }) => day },
    { title: 'Text', kind: 'wide', cell: ({ text }) => <Lines of={text} /> },
  ]
  if (!isOfSurvey || !place.roles.includes('privacy')) return columns
  const player: Column<Text> = {
    title: 'Player',
    kind: 'number',
    cell: ({ player: id }) => (
      <Link to="/$place/players/$id" params={{ place: place.path, id: String(id) }}>
        {id}
      </Link>
    ),
  }
  return [...columns, player]
}

function Lines({ of: text }: { readonly of: string }) {
  return text.split(/\r?\n/).map((line, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the lines of one text
    <div key={index}>
      <Name of={line} />
    </div>
  ))
}
