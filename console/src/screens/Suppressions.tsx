import { Button } from '@gatehouse/ui/Button'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { askFor } from '../acts/openAct.ts'
import { useLook } from '../api/useLook.ts'
import { may, type Place } from '../api/useMe.ts'
import { type Column, ListTable } from '../lists/ListTable.tsx'
import { Moment } from '../lists/Moment.tsx'
import { Name } from '../lists/Name.tsx'
import { Empty, Loaded } from '../lists/states.tsx'
import { ForThose } from './missing.tsx'

interface Suppressed {
  readonly id: number
  readonly username: string
  readonly email?: string
  readonly since: string
  readonly why: string
  readonly code: number | null
}

interface Page {
  readonly players: readonly Suppressed[]
  readonly next: string | null
}

/** The players whose address refuses mail, each with the act that takes it off the list. */
export function Suppressions() {
  const { place: path } = useParams({ from: '/$place/suppressions' })
  return (
    <ForThose path={path} act="suppressions list">
      {(place) => <SuppressionsOf place={place} />}
    </ForThose>
  )
}

function SuppressionsOf({ place }: { readonly place: Place }) {
  const { after } = useSearch({ from: '/$place/suppressions' })
  const page = useLook<Page>(
    'suppressions list',
    { deployment: place.path, ...(after !== undefined && { after }) },
    { keeps: true },
  )
  const params = { place: place.path }
  return (
    <div className="screen">
      <h1>Refused mail</h1>
      <p className="lead">
        Addresses that a mail server refused for good. They get no newsletter until a mail arrives
        there, or support takes them off.
      </p>
      <Loaded from={page}>
        {({ players, next }) => (
          <>
            <Rows players={players} place={place} />
            <nav className="pages" aria-label="Pages">
              {after !== undefined && (
                <Link to="/$place/suppressions" params={params}>
                  Newest
                </Link>
              )}
              {next !== null && (
                <Link to="/$place/suppressions" params={params} search={{ after: next }}>
                  Older
                </Link>
              )}
            </nav>
          </>
        )}
      </Loaded>
    </div>
  )
}

interface RowsProps {
  readonly players: readonly Suppressed[]
  readonly place: Place
}

function Rows({ players, place }: RowsProps) {
  if (players.length === 0) {
    return (
      <Empty title="No address refuses mail">
        Every address in {place.title} takes mail, as far as mails went there.
      </Empty>
    )
  }
  const canAccept = may(place, acceptMail)
  return (
    <ListTable
      caption="Addresses that refuse mail, the newest first"
      rows={players}
      idOf={({ id }) => String(id)}
      columns={canAccept ? [...columnsAt(place), acceptColumn(place)] : columnsAt(place)}
    />
  )
}

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
  ]
}

function acceptColumn(place: Place): Column<Suppressed> {
  return {
    title: 'Act',
    cell: ({ id, username }) => (
      <Button
        look="quiet"
        onClick={() =>
          askFor({
            name: acceptMail,
            place,
            preset: { player: `id=${id}` },
            subject: { name: username, id },
          })
        }
      >
        Accepts mail again…
      </Button>
    ),
  }
}
