import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import { Link } from '@tanstack/react-router'
import { ActButton, actColumn } from '../acts/ActButton.tsx'
import type { Place } from '../api/useMe.ts'
import { ListScreen } from '../lists/ListScreen.tsx'
import type { Column } from '../lists/ListTable.tsx'
import { Moment } from '../lists/Moment.tsx'
import { Name } from '../lists/Name.tsx'
import { forThose } from './missing.tsx'

type Suppressed = AnswerOf<'suppressions list'>['players'][number]

/** The players whose address refuses mail, each with the act that takes it off the list. */
export const Suppressions = forThose('suppressions list', ({ place }) => (
  <ListScreen<Suppressed>
    title="Refused mail"
    lead="Addresses that a mail server refused for good. They get no newsletter until a mail arrives there, or support takes them off."
    place={place}
    act="suppressions list"
    caption="Addresses that refuse mail, the newest first"
    idOf={({ id }) => String(id)}
    columns={columnsAt(place)}
    empty={{
      title: 'No address refuses mail',
      words: `Every address in ${place.title} takes mail, as far as mails went there.`,
    }}
  />
))

const acceptMail = 'players accept-mail'

function columnsAt(place: Place): readonly Column<Suppressed>[] {
  return [
    {
      title: 'Player',
      cell: ({ id, username }) => (
        <Link to="/$place/players/$id" params={{ place: place.path, id: String(id) }} data-open>
          <Name of={username} />
        </Link>
      ),
    },
    { title: 'Id', kind: 'number', cell: ({ id }) => id },
    { title: 'Address', cell: ({ email = '' }) => <Name of={email} /> },
    { title: 'Since', cell: ({ since }) => <Moment of={since} /> },
    {
      title: 'Why',
      cell: ({ why, code }) => (
        <>
          {why}
          {code !== null && <span className="quiet"> {code}</span>}
        </>
      ),
    },
    ...actColumn<Suppressed>(place, acceptMail, ({ id, username }) => (
      <ActButton
        name={acceptMail}
        place={place}
        preset={{ player: `id=${id}` }}
        subject={{ name: username, id }}
      >
        Accepts mail again
      </ActButton>
    )),
  ]
}
