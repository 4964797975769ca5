import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import { cleanText } from '@gatehouse/contract/cleanText'
import type { Me } from '@gatehouse/contract/console/me'
import { digitsOfCode } from '@gatehouse/contract/supportCode'
import { Button } from '@gatehouse/ui/Button'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { isRefusal } from '../api/session.ts'
import { useLook } from '../api/useLook.ts'
import { type Place, placeAt, useMe } from '../api/useMe.ts'
import { ListTable } from '../lists/ListTable.tsx'
import { Name } from '../lists/Name.tsx'
import { SearchForm } from '../lists/SearchForm.tsx'
import { PlaceName } from '../lists/Sign.tsx'
import { Empty, RefusalNotice, Skeleton } from '../lists/states.tsx'
import { columnsAt, WaysToSearch } from './Players.tsx'

type Anywhere = AnswerOf<'players find-anywhere'>
type Player = Anywhere[number]['groups'][number]['players'][number]

interface HitsIn {
  readonly place: Place
  readonly players: readonly Player[]
  /** True where the search may have more, here or where it took too long. */
  readonly isPartial: boolean
}

/** One field for a player or a support code, of any deployment of the person. It opens the one hit. */
export function StartSearch({ children }: { readonly children: ReactNode }) {
  const { q = '' } = useSearch({ from: '/' })
  const navigate = useNavigate()
  const search = useHits(q)
  return (
    <>
      <header className="hero">
        {children}
        <SearchForm
          id="start-search"
          label="Find a player or a support code"
          isLabelShown
          placeholder="Name, address, code, id=12, linked id"
          submit="Find"
          q={q}
          onSearch={(typed) => {
            if (typed === q) search.again()
            else void navigate({ to: '/', search: typed === '' ? {} : { q: typed } })
          }}
        />
      </header>
      {search.text !== '' && <Found {...search} />}
    </>
  )
}

/** Asks for players and for the code, each once; leads to what is found, if that is one thing alone. */
function useHits(q: string) {
  const me = useMe()
  const navigate = useNavigate()
  const text = cleanText('search', q)
  const found = useLook('players find-anywhere', { text }, { isWanted: text !== '' })
  const hits = found.data === undefined ? [] : hitsIn(me, found.data)
  const hasPlayers = hits.some(({ players }) => players.length > 0)
  // A name of ten letters has the form of a code, and codes that nobody knows are counted.
  const mayBeCode = text.includes('-') || (found.data !== undefined && !hasPlayers)
  const code = useCode(text, mayBeCode)
  const isOver = !found.isFetching && !code.isFetching
  const players = hits.flatMap(({ place, players }) => players.map(({ id }) => ({ place, id })))
  const isSure = found.data !== undefined && hits.every(({ isPartial }) => !isPartial)
  const only = players.length === 1 && code.place === undefined ? players[0] : undefined
  const isCode = code.place !== undefined && !hasPlayers
  const to =
    !isOver || text === '' ? null : isCode ? code.href : isSure && only ? hrefOf(only) : null
  useEffect(() => {
    // Going back leads to Start, and not to the search that leads here.
    if (to !== null) void navigate({ href: to, replace: true })
  }, [to, navigate])
  return {
    text,
    hits,
    code,
    answer: found.data,
    error: found.error,
    isOver: isOver && to === null,
    again() {
      if (text !== '') void found.refetch()
      if (code.isCode) code.again()
    },
  }
}

const hrefOf = ({ place, id }: { readonly place: Place; readonly id: number }) =>
  `/${place.path}/players/${id}`

/** The deployment of a support code. */
function useCode(text: string, isWanted: boolean) {
  const me = useMe()
  const code = digitsOfCode(text)
  const { data, error, isFetching, refetch } = useLook(
    'support-codes find',
    { code },
    { isWanted: isWanted && code !== null },
  )
  const place = placeAt(me, data?.deployment)
  const q = new URLSearchParams({ code: code ?? '' })
  return {
    isCode: isWanted && code !== null,
    place,
    href: place === undefined ? null : `/${place.path}/support?${q.toString()}`,
    isFetching,
    // One that nobody knows may have been a name.
    error: isRefusal(error, 'CODE_UNKNOWN') ? null : error,
    again: () => void refetch(),
  }
}

/** Each player once, in the deployments of the person. */
function hitsIn(me: Me, found: Anywhere): readonly HitsIn[] {
  return found.flatMap(({ deployment, groups, state }) => {
    const place = placeAt(me, deployment)
    if (place === undefined) return []
    const all = groups.flatMap(({ players }) => players)
    const players = [...new Map(all.map((player) => [player.id, player])).values()]
    const isPartial =
      state !== 'whole' || groups.some(({ next, timedOut }) => next !== null || timedOut)
    return [{ place, players, isPartial }]
  })
}

function Found({ text, hits, code, answer, error, isOver, again }: ReturnType<typeof useHits>) {
  const some = hits.filter(({ players }) => players.length > 0)
  const count = some.reduce((sum, { players }) => sum + players.length, 0)
  return (
    <section aria-label="Found" aria-busy={!isOver}>
      {error !== null && <RefusalNotice error={error} onTryAgain={again} />}
      {code.error !== null && <RefusalNotice error={code.error} />}
      {!isOver && <Skeleton />}
      <p role="status" className={count > 0 ? 'about' : 'unseen'}>
        {isOver && answer !== undefined && countWords(count, some.length)}
      </p>
      {isOver && code.href !== null && (
        <p>
          <Link to={code.href}>Open the support code</Link>{' '}
          {code.place !== undefined && <PlaceName of={code.place} />}
        </p>
      )}
      {isOver && some.map((each) => <HitsOf key={each.place.path} of={each} q={text} />)}
      {isOver && answer !== undefined && <Partial answer={answer} onTryAgain={again} />}
      {isOver && answer !== undefined && count === 0 && code.href === null && (
        <Nothing text={text} places={hits.map(({ place }) => place)} isCode={code.isCode} />
      )}
    </section>
  )
}

function countWords(count: number, places: number): string {
  if (count === 0) return 'Nothing was found.'
  const players = count === 1 ? '1 player' : `${count} players`
  return places === 1 ? `${players}.` : `${players} in ${places} deployments.`
}

/** So many of a deployment are read at a glance. */
const most = 8

function HitsOf({
  of: { place, players, isPartial },
  q,
}: {
  readonly of: HitsIn
  readonly q: string
}) {
  return (
    <section>
      <h2>
        <PlaceName of={place} />
      </h2>
      <ListTable
        hasFile={false}
        caption={`Players in ${place.title}`}
        rows={players.slice(0, most)}
        idOf={({ id }) => `${place.path} ${id}`}
        columns={columnsAt(place)}
        isSelectable={false}
        isEven
      />
      {(players.length > most || isPartial) && (
        <p>
          <Link to="/$place/players" params={{ place: place.path }} search={{ q }}>
            All that {place.title} has
          </Link>
        </p>
      )}
    </section>
  )
}

/** What is not known: the rest is here. */
function Partial({ answer, onTryAgain }: { readonly answer: Anywhere; onTryAgain: () => void }) {
  const me = useMe()
  const namesOf = (isMeant: (each: Anywhere[number]) => boolean) =>
    answer
      .filter(isMeant)
      .map(({ deployment }) => placeAt(me, deployment)?.title ?? deployment)
      .join(', ')
  const late = namesOf(
    ({ state, groups }) => state === 'late' || groups.some(({ timedOut }) => timedOut),
  )
  const failed = namesOf(({ state }) => state === 'failed')
  if (late + failed === '') return null
  return (
    <div className="partial">
      {late !== '' && <p>{late} took too long and may have more.</p>}
      {failed !== '' && <p>{failed} could not be searched.</p>}
      <Button look="secondary" onClick={onTryAgain}>
        Try again
      </Button>
    </div>
  )
}

interface NothingProps {
  readonly text: string
  readonly places: readonly Place[]
  readonly isCode: boolean
}

function Nothing({ text, places, isCode }: NothingProps) {
  const names = new Intl.ListFormat('en-GB', { type: 'disjunction' })
  return (
    <Empty title="Nothing was found">
      <p>
        No player in {names.format(places.map(({ title }) => title))} matches <Name of={text} />.
        {isCode && ' Nor is it a support code that still works: they do for 72 hours.'} Try one of
        these:
      </p>
      <WaysToSearch />
    </Empty>
  )
}
