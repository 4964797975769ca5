import { cleanText } from '@gatehouse/contract/cleanText'
import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useLook } from '../api/useLook.ts'
import type { Place } from '../api/useMe.ts'
import { type Column, ListTable } from '../lists/ListTable.tsx'
import { Moment } from '../lists/Moment.tsx'
import { Name } from '../lists/Name.tsx'
import { Pages } from '../lists/Pages.tsx'
import { SearchForm } from '../lists/SearchForm.tsx'
import { State } from '../lists/State.tsx'
import { Empty, Loaded } from '../lists/states.tsx'
import { forThose } from './missing.tsx'

type Found = AnswerOf<'players find'>[number]['players'][number]

/** The players that one way of searching finds. */
type Group = AnswerOf<'players find'>[number]

export const Players = forThose('players find', Search)

function Search({ place }: { readonly place: Place }) {
  const { q = '', group, after } = useSearch({ from: '/$place/players' })
  const navigate = useNavigate()
  const text = cleanText('search', q)
  const found = useLook(
    'players find',
    {
      text,
      deployment: place.path,
      ...(group !== undefined && { group }),
      ...(after !== undefined && { after }),
    },
    { isWanted: text !== '', keeps: true },
  )

  return (
    <div className="screen">
      <h1>Players</h1>
      <SearchForm
        id="players-search"
        label="Name, address, id or linked account"
        isLabelShown={false}
        placeholder="Name, address, id=12, linked id"
        submit="Search"
        q={q}
        onSearch={(typed) =>
          void navigate({
            to: '/$place/players',
            params: { place: place.path },
            search: typed === '' ? {} : { q: typed },
          })
        }
      />
      {text === '' ? (
        <Empty title="Search for a player">
          <WaysToSearch />
        </Empty>
      ) : (
        <Loaded from={found}>
          {(groups) => <Results groups={groups} q={text} place={place} />}
        </Loaded>
      )}
    </div>
  )
}

/** What may be typed, with an example of each. */
export function WaysToSearch() {
  const ways: readonly (readonly [string, string])[] = [
    [
      'PlayerOne',
      'a name, its beginning, or three characters of it; former names and linked accounts too',
    ],
    ['player@example.com', 'a whole address; former addresses too'],
    ['id=12', 'the id of a player'],
    ['steam:76561197960265728', 'the id of a linked account, with or without its service'],
    ['xbox:2533274800000001', 'the same for another service: epic, twitch, xbox'],
  ]
  return (
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
  )
}

const headings: Readonly<Record<string, string>> = {
  exact: 'Exactly this',
  begins: 'Begins with it',
  contains: 'Contains it',
  formerly: 'Formerly',
  linked: 'By the id of a linked account',
  named: 'By the name of a linked account',
}

export function columnsAt(place: Place): readonly Column<Found>[] {
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
      title: 'Address',
      kind: 'wide',
      cell: ({ email = '', value = '', keptUntil }) => (
        <>
          <Name of={email} />
          {keptUntil !== null && (
            <span className="quiet">
              {' '}
              <Name of={value} />, kept until <Moment of={keptUntil} />
            </span>
          )}
        </>
      ),
    },
    { title: 'Registered', cell: ({ registered }) => <Moment of={registered} /> },
    { title: 'Linked', cell: ({ linked }) => linked.join(', ') || '–' },
    { title: 'State', cell: (player) => <States of={player} /> },
  ]
}

interface ResultsProps {
  readonly groups: readonly Group[]
  readonly q: string
  readonly place: Place
}

function Results({ groups, q, place }: ResultsProps) {
  const found = groups.filter(({ players }) => players.length > 0)
  const slow = groups.filter(({ timedOut }) => timedOut)
  const off = groups.filter(({ isOff }) => isOff)
  return (
    <>
      {found.length + slow.length === 0 && (
        <Empty title="No player found">
          Nobody in {place.title} matches <Name of={q} />. Try the beginning of the name, the whole
          address, or the id of a linked account. The player may be in another deployment.
        </Empty>
      )}
      {found.map((each) => (
        <GroupTable key={each.group} group={each} place={place} />
      ))}
      {slow.length > 0 && (
        <p className="partial" role="status">
          ‘{namesOf(slow)}’ took too long; the rest is here.
        </p>
      )}
      {groups
        .filter(({ isSkipped }) => isSkipped)
        .map(({ group }) => (
          <p key={group} className="about">
            We did not search inside names.{' '}
            <Link to="/$place/players" params={{ place: place.path }} search={{ q, group }}>
              Search for names that contain <Name of={q} />
            </Link>
          </p>
        ))}
      {off.length > 0 && <p className="about">{offWords(off, q)}</p>}
    </>
  )
}

const leastOfPart = 3

/** The reason why a way of searching is left out. */
function offWords(off: readonly Group[], q: string): string {
  return q.length < leastOfPart
    ? `Type at least ${leastOfPart} characters to search inside names.`
    : `‘${namesOf(off)}’ was not searched: the database has no index for it.`
}

function namesOf(groups: readonly Group[]): string {
  return groups.map(({ group }) => headings[group] ?? group).join(', ')
}

function GroupTable({ group: { group, players, next }, place }: GroupProps) {
  const title = headings[group] ?? group
  return (
    <section>
      <h2>{title}</h2>
      <ListTable
        caption={title}
        rows={players}
        idOf={({ id }) => String(id)}
        columns={columnsAt(place)}
        isEven
      />
      <Pages
        next={next}
        words={['First page', 'More']}
        label={`More of: ${title}`}
        search={{ group }}
      />
    </section>
  )
}

interface GroupProps {
  readonly group: Group
  readonly place: Place
}

function States({ of: { confirmed, banned, frozen } }: { readonly of: Found }) {
  const words = [
    banned === null ? null : 'banned',
    frozen === null ? null : 'frozen',
    confirmed === null ? 'not confirmed' : null,
  ].filter((word) => word !== null)
  if (words.length === 0) return <span className="quiet">active</span>
  return words.map((word, index) => (
    <span key={word}>
      {index > 0 && <span className="unseen">, </span>}
      <State of={word} kind={word} />
    </span>
  ))
}
