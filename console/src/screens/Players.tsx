import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef } from 'react'
import { useLook } from '../api/useLook.ts'
import type { Place } from '../api/useMe.ts'
import { type Column, ListTable } from '../lists/ListTable.tsx'
import { Moment } from '../lists/Moment.tsx'
import { Name } from '../lists/Name.tsx'
import { moveRow } from '../lists/rows.ts'
import { Empty, Loaded } from '../lists/states.tsx'
import { ForThose } from './missing.tsx'

interface Found {
  readonly id: number
  readonly username: string
  readonly foundBy: string
  readonly value?: string
  readonly keptUntil?: string | null
  readonly confirmed?: string | null
  readonly banned?: string | null
  readonly frozen?: string | null
}

interface Matches {
  readonly players: readonly Found[]
  readonly hasMore: boolean
  /** Kinds of search that took too long. */
  readonly timedOut?: readonly string[]
}

export function Players() {
  const { place: path } = useParams({ from: '/$place/players' })
  return (
    <ForThose path={path} act="players find">
      {(place) => <Search place={place} />}
    </ForThose>
  )
}

function Search({ place }: { readonly place: Place }) {
  const { q = '' } = useSearch({ from: '/$place/players' })
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each deployment begins in its field
  }, [place.path])
  // The address may change without this form: by the palette, or by going back.
  useEffect(() => {
    if (field.current !== null) field.current.value = q
  }, [q])
  const text = q.trim()
  const found = useLook<Matches>(
    'players find',
    { text, deployment: place.path },
    { isWanted: text !== '', keeps: true },
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = field.current?.value.trim() ?? ''
    void navigate({
      to: '/$place/players',
      params: { place: place.path },
      search: typed === '' ? {} : { q: typed },
    })
  }

  return (
    <div className="screen">
      <h1>Players</h1>
      <form role="search" className="search" onSubmit={submit}>
        <label className="unseen" htmlFor="players-search">
          Name, address, id or linked account
        </label>
        <input
          id="players-search"
          ref={field}
          defaultValue={q}
          data-search
          type="search"
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            moveRow(1)
          }}
          autoComplete="off"
          spellCheck={false}
          placeholder="Name, address, id=12, linked id"
        />
        <button type="submit" className="button">
          Search
        </button>
      </form>
      {text === '' ? (
        <Hints />
      ) : (
        <Loaded from={found}>{(data) => <Results data={data} q={text} place={place} />}</Loaded>
      )}
    </div>
  )
}

function Hints() {
  const ways: readonly (readonly [string, string])[] = [
    ['PlayerOne', 'a name, or its beginning; former names too'],
    ['player@example.com', 'a whole address; former addresses too'],
    ['id=12', 'the id of a player'],
    ['76561197960265728', 'the id of a linked account'],
  ]
  return (
    <Empty title="Search for a player">
      <dl className="facts">
        {ways.map(([example, words]) => (
          <div key={example}>
            <dt>
              <code>{example}</code>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Empty>
  )
}

const headings: Readonly<Record<string, string>> = {
  name: 'Name',
  address: 'Address',
  'former name': 'Formerly by this name',
  'former address': 'Formerly by this address',
}

function headingOf(foundBy: string): string {
  return headings[foundBy] ?? foundBy.replace(/^./, (letter) => letter.toUpperCase())
}

function columnsAt(place: Place): readonly Column<Found>[] {
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
    {
      title: 'Found by',
      cell: ({ value, keptUntil }) => (
        <>
          <Name of={value ?? ''} />
          {typeof keptUntil === 'string' && (
            <span className="quiet">
              {' '}
              kept until <Moment of={keptUntil} />
            </span>
          )}
        </>
      ),
    },
    { title: 'State', cell: (player) => <States of={player} /> },
  ]
}

interface ResultsProps {
  readonly data: Matches
  readonly q: string
  readonly place: Place
}

function Results({ data: { players, hasMore, timedOut: slow }, q, place }: ResultsProps) {
  const timedOut = slow ?? []
  if (players.length === 0 && timedOut.length === 0) {
    return (
      <Empty title="No player is found">
        Nothing in {place.title} is called <Name of={q} />. Try the beginning of the name, the whole
        address, or the id of a linked account. The player may be in another deployment.
      </Empty>
    )
  }
  const groups = Map.groupBy(players, ({ foundBy }) => foundBy)
  return (
    <>
      {[...groups].map(([foundBy, rows]) => (
        <section key={foundBy}>
          <h2>{headingOf(foundBy)}</h2>
          <ListTable
            caption={headingOf(foundBy)}
            rows={rows}
            idOf={({ id }) => String(id)}
            columns={columnsAt(place)}
            isEven
          />
        </section>
      ))}
      {timedOut.length > 0 && (
        <p className="partial" role="status">
          {timedOut.join(', ')} took too long; the rest is here.
        </p>
      )}
      {hasMore && <p className="partial">There are more. Write more of the name.</p>}
    </>
  )
}

function States({ of: { confirmed, banned, frozen } }: { readonly of: Found }) {
  const words = [
    banned === null || banned === undefined ? null : 'banned',
    frozen === null || frozen === undefined ? null : 'frozen',
    confirmed === null ? 'not confirmed' : null,
  ].filter((word) => word !== null)
  if (words.length === 0) return <span className="quiet">in order</span>
  return words.map((word) => (
    <span key={word} className="state" data-state={word}>
      {word}
    </span>
  ))
}
