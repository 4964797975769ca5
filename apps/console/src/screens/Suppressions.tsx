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
    title="Blocked addresses"
    lead="A mail server refused these addresses for good. They get no newsletters until a mail arrives there, or support unblocks them."
    place={place}
    act="suppressions list"
    caption="Blocked addresses, the newest first"
    idOf={({ id }) => String(id)}
    columns={columnsAt(place)}
    empty={{
      title: 'No address is blocked',
      words: `As far as we know, every address in ${place.title} accepts mail.`,
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
      />
    )),
  ]
}
