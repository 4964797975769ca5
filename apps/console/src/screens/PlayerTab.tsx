import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import { timelineParts } from '@gatehouse/contract/acts/supportActs'
import { shortTitle, titleParts } from '@gatehouse/contract/acts/titles'
import { Button } from '@gatehouse/ui/Button'
import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { labelOf, rowOf } from '../api/actWords.ts'
import { ledgerWords } from '../api/ledgerWords.ts'
import { askFor } from '../acts/openAct.ts'
import { ReasonField } from '../acts/ReasonField.tsx'
import { complaintAbout, keepReason } from '../acts/reasons.ts'
import { useKeyedOrder } from '../acts/useKeyedOrder.ts'
import { useLook } from '../api/useLook.ts'
import { may, type Place } from '../api/useMe.ts'
import { type Column, ListTable } from '../lists/ListTable.tsx'
import { Pages } from '../lists/Pages.tsx'
import { Mark } from '../lists/Person.tsx'
import { idAmong, plainColumns } from '../lists/plainColumns.tsx'
import { Empty, Loaded, RefusalNotice } from '../lists/states.tsx'
import { Title } from '../lists/Title.tsx'
import { isRow, type Row, Value } from '../lists/Value.tsx'

export type Profile = AnswerOf<'players show'>

interface Props {
  readonly name: string
  readonly title: string
  readonly profile: Profile
  readonly place: Place
}

/** A part of a player's page. A look that stands in the audit log with a reason asks for it first. */
export function PlayerTab(props: Props) {
  const isAsking = rowOf(props.name)?.needsReason === true
  return isAsking ? <AfterReason {...props} /> : <AtOnce {...props} />
}

const orderFor = ({ profile, place }: Props) => ({
  player: `id=${profile.id}`,
  deployment: place.path,
})

function AtOnce(props: Props) {
  const { before, from } = useSearch({ from: '/$place/players/$id' })
  const isTimeline = props.name === 'players timeline'
  const look = useLook(props.name, {
    ...orderFor(props),
    ...(before !== undefined && { before }),
    ...(isTimeline && from !== undefined && { from }),
  })
  const params = { place: props.place.path, id: String(props.profile.id) }
  return (
    <>
      {isTimeline && <TimelineParts params={params} from={from} />}
      <Loaded from={look}>{(data) => <TabContent {...props} data={data} />}</Loaded>
      <Pages by="before" next={nextOf(look.data)} />
    </>
  )
}

const timelineTitles: Readonly<Record<(typeof timelineParts)[number], string>> = {
  activity: 'Activity',
  staff: 'Staff',
  refusals: 'Refused log-ins',
}

interface TimelineProps {
  readonly params: { readonly place: string; readonly id: string }
  readonly from: string | undefined
}

/** All of the timeline, or one part. */
function TimelineParts({ params, from }: TimelineProps) {
  const parts = [undefined, ...timelineParts]
  const here = parts.find((part) => part === from)
  return (
    <nav className="tabs" aria-label="Parts of the timeline">
      {parts.map((part) => (
        <Link
          key={part ?? 'all'}
          to="/$place/players/$id"
          params={params}
          search={{ tab: 'timeline', ...(part !== undefined && { from: part }) }}
          // The router marks it by its path alone.
          activeProps={{ 'aria-current': undefined }}
          inactiveProps={{ 'aria-current': undefined }}
          data-here={part === here || undefined}
        >
          {part === undefined ? 'All' : timelineTitles[part]}
          {part === here && <span className="unseen"> (shown)</span>}
        </Link>
      ))}
    </nav>
  )
}

/** Where the next page of an answer begins; null where it has none. */
function nextOf(data: unknown): string | null {
  const next = isRow(data) ? data['next'] : null
  return typeof next === 'string' ? next : null
}

function AfterReason(props: Props) {
  const { name } = props
  const [why, setWhy] = useState('')
  const [complaint, setComplaint] = useState<string>()
  const order = useKeyedOrder()
  const look = useMutation({
    mutationFn: async (reason: string) => {
      const { data } = await order(name, { order: orderFor(props), why: reason })
      keepReason(reason)
      return data
    },
  })
  if (look.data !== undefined) return <TabContent {...props} data={look.data} />

  function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = complaintAbout(why)
    setComplaint(wrong)
    if (wrong === undefined) look.mutate(why.trim())
  }

  return (
    <form className="act card" noValidate onSubmit={submit}>
      <p>The audit log keeps that you looked, and the player sees it in their activity.</p>
      <ReasonField value={why} onChange={setWhy} complaint={complaint} />
      {look.error !== null && <RefusalNotice error={look.error} />}
      <div className="acts">
        <Button type="submit" isBusy={look.isPending}>
          {shortTitle(name)}
        </Button>
      </div>
    </form>
  )
}

function endColumn({ id: player, username }: Profile, place: Place): Column<Row> {
  return {
    title: 'Action',
    cell: ({ id }) => (
      <Button
        look="quiet"
        onClick={() =>
          askFor({
            name: 'players end-session',
            place,
            preset: { player: `id=${player}`, session: id },
            subject: { name: username, id: player },
          })
        }
      >
        Log out of it…
      </Button>
    ),
  }
}

/** The columns of a timeline: the moment, what was done, by whom, in which browser, and what is known besides. */
const timelineColumns = ({ username }: Profile): readonly Column<Row>[] => [
  { title: 'When', cell: ({ at }) => <Value of={at} /> },
  {
    title: 'What',
    cell: ({ act, from }) => {
      if (from === 'staff') return <Title of={titleParts(String(act), username)} />
      if (from !== 'refusals') return ledgerWords(String(act))
      return (
        <>
          <span className="state">refused</span> <code className="quiet">{String(act)}</code>
        </>
      )
    },
  },
  {
    title: 'By',
    cell: ({ who, person, actor }) => (
      <>
        <Value of={who ?? actor} />
        {typeof person === 'string' && <Mark of={person} />}
      </>
    ),
  },
  {
    title: 'Browser',
    cell: ({ browser, system, network }) => (
      <Value of={[browser, system, network].filter(Boolean).join(' · ')} />
    ),
  },
  {
    title: 'Details',
    kind: 'wide',
    cell: ({ why, shown }) => <Value of={why ?? (isRow(shown) ? wordsOf(shown) : null)} />,
  },
]

/** The values of an act in one line. */
function wordsOf(shown: Row): string {
  return Object.entries(shown)
    .map(
      ([name, value]) =>
        `${labelOf(name)}: ${Array.isArray(value) ? value.join(', ') : String(value)}`,
    )
    .join(' · ')
}

/** What staff can do about a recovery: nothing that finishes it. */
export const recoveryActs: readonly string[] = ['recovery open', 'recovery cancel']

function RecoveryActs({ profile, place }: Props) {
  const { id, username, refusals } = profile
  const why = refusals.find(({ act }) => act === 'recovery open')?.why
  return (
    <div className="acts">
      {recoveryActs
        .filter((name) => may(place, name))
        .map((name) => (
          <Button
            key={name}
            look="secondary"
            disabled={name === 'recovery open' && why !== undefined}
            onClick={() =>
              askFor({
                name,
                place,
                preset: { player: `id=${id}` },
                subject: { name: username, id },
              })
            }
          >
            {name === 'recovery open' ? 'Start…' : 'Cancel…'}
          </Button>
        ))}
      {why !== undefined && <span className="hindrance">{why}</span>}
    </div>
  )
}

/** The columns of a player's recoveries: the moment, what happened, and by which proofs. */
const recoveryColumns: readonly Column<Row>[] = [
  { title: 'When', cell: ({ at }) => <Value of={at} /> },
  { title: 'What', cell: ({ what }) => <Value of={what} /> },
  { title: 'Proofs', cell: ({ proofs }) => Array.isArray(proofs) && proofs.join(', ') },
]

function TabContent(props: Props & { readonly data: unknown }) {
  if (props.name !== 'recovery show') return <Rows {...props} />
  return (
    <>
      <RecoveryActs {...props} />
      <Rows {...props} />
    </>
  )
}

function Rows({ name, title, profile, place, data }: Props & { readonly data: unknown }) {
  const { rows, rest } = rowsOf(data)
  if (rows === null) return <Value of={data} />
  if (rows.length === 0) {
    return (
      <Empty title="Nothing here">There was nothing yet, or it is older than what we keep.</Empty>
    )
  }
  const columns = columnsOf(name, rows, profile)
  const canEnd = name === 'players sessions' && may(place, 'players end-session')
  return (
    <>
      <ListTable
        caption={title}
        rows={rows}
        idOf={idAmong(rows)}
        columns={canEnd ? [...columns, endColumn(profile, place)] : columns}
        isSelectable={false}
      />
      {rest !== null && <Value of={rest} />}
    </>
  )
}

function columnsOf(name: string, rows: readonly Row[], profile: Profile) {
  if (name === 'players timeline') return timelineColumns(profile)
  return name === 'recovery show' ? recoveryColumns : plainColumns(rows)
}

/** The rows in an answer, whether they are all of it or a part. */
function rowsOf(data: unknown): { rows: readonly Row[] | null; rest: Row | null } {
  if (Array.isArray(data)) return { rows: data.filter(isRow), rest: null }
  if (!isRow(data)) return { rows: null, rest: null }
  const lists = Object.entries(data).filter(([, value]) => Array.isArray(value))
  const [only] = lists
  if (lists.length !== 1 || only === undefined) return { rows: null, rest: null }
  const rest = Object.fromEntries(
    Object.entries(data).filter(([key]) => key !== only[0] && key !== 'next'),
  )
  const rows = (only[1] as readonly unknown[]).filter(isRow)
  return { rows, rest: Object.keys(rest).length === 0 ? null : rest }
}
