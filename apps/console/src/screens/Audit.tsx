import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import { actTitle, requestFor, type Sentence, titleParts } from '@gatehouse/contract/acts/titles'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useLook } from '../api/useLook.ts'
import { may, type Place } from '../api/useMe.ts'
import { type Column, ListTable } from '../lists/ListTable.tsx'
import { Moment } from '../lists/Moment.tsx'
import { Name } from '../lists/Name.tsx'
import { Pages } from '../lists/Pages.tsx'
import { Person } from '../lists/Person.tsx'
import { Reason } from '../lists/Reason.tsx'
import { Empty, Loaded } from '../lists/states.tsx'
import { Title } from '../lists/Title.tsx'
import { Value } from '../lists/Value.tsx'
import { forThose } from './missing.tsx'

type Entry = AnswerOf<'audit list'>[number]

const pageSize = 100
const filters = ['subject', 'who', 'since'] as const

export const Audit = forThose('audit list', AuditOf)

function AuditOf({ place }: { readonly place: Place }) {
  const search = useSearch({ from: '/$place/audit' })
  const { before, entry } = search
  const given = Object.fromEntries(
    filters.flatMap((name) => {
      const value = search[name]
      if (value === undefined || value === '') return []
      return [[name, name === 'since' ? beginningOf(value) : value] as const]
    }),
  )
  const page = useLook(
    'audit list',
    {
      ...given,
      ...(place.deployment !== null && { deployment: place.path }),
      ...(before !== undefined && { before: Number(before) }),
      limit: pageSize,
    },
    { keeps: true },
  )
  return (
    <div className="screen">
      <h1>Audit log</h1>
      <Filters place={place} />
      <Loaded from={page}>
        {(entries) => (
          <>
            <Entries entries={entries} place={place} />
            <Details entry={entries.find(({ id }) => String(id) === entry)} />
            <Pages
              by="before"
              next={entries.length < pageSize ? null : String(entries.at(-1)?.id)}
            />
          </>
        )}
      </Loaded>
    </div>
  )
}

/** The midnight of the person's clock, as the moments beside it are read. */
function beginningOf(day: string): string {
  const midnight = new Date(`${day}T00:00`)
  return Number.isNaN(midnight.getTime()) ? day : midnight.toISOString()
}

function Filters({ place }: { readonly place: Place }) {
  const search = useSearch({ from: '/$place/audit' })
  const navigate = useNavigate()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [],
    )
    const to = { to: '/$place/audit', params: { place: place.path } } as const
    void navigate({ ...to, search: Object.fromEntries(typed) })
  }
  const labels = { subject: 'Subject', who: 'Person or program', since: 'Since' }
  return (
    <form className="filters" onSubmit={submit} key={JSON.stringify(search)}>
      {filters.map((name) => (
        <label key={name}>
          {labels[name]}
          <input
            name={name}
            type={name === 'since' ? 'date' : 'text'}
            defaultValue={search[name] ?? ''}
            placeholder={name === 'subject' ? 'player 12' : ''}
            autoComplete="off"
            data-search={name === 'subject' || undefined}
          />
        </label>
      ))}
      <button type="submit" className="button">
        Filter
      </button>
      {may(place, 'audit verify') && (
        <Link to="/$place/look/$" params={{ place: place.path, _splat: 'audit/verify' }}>
          Verify the chain
        </Link>
      )}
    </form>
  )
}

/** What an entry says that was done. A decision names the act that it was about. */
function titleIn({ command, subject, details }: Entry): Sentence {
  const { act } = details
  if (typeof act !== 'string') return titleParts(command, subject)
  if (command !== 'trials') return titleParts(command, requestFor(act, subject))
  return { before: 'Try: ', about: actTitle(act), isNamed: false, after: '' }
}

type Search = Readonly<Partial<Record<(typeof filters)[number] | 'before' | 'selected', string>>>

function columnsAt(place: Place, search: Search): readonly Column<Entry>[] {
  return [
    {
      title: 'When',
      cell: ({ id, at }) => (
        <Link
          to="/$place/audit"
          params={{ place: place.path }}
          search={{ ...search, entry: String(id) }}
          resetScroll={false}
          data-open
        >
          <Moment of={at} />
        </Link>
      ),
    },
    {
      title: 'Action',
      cell: (entry) => (
        <>
          <Title of={titleIn(entry)} /> <code className="quiet">{entry.command}</code>
        </>
      ),
    },
    { title: 'Subject', cell: ({ subject }) => <Name of={subject} /> },
    {
      title: 'By',
      cell: ({ who, person, via, approved_by: approvedBy, details, alone }) => (
        <>
          <Person name={who} mark={person} />
          {approvedBy !== null && (
            <>
              {' '}
              and <Person name={approvedBy} mark={details.approvers?.join(', ')} />
            </>
          )}
          {alone && <strong className="alone-mark">alone</strong>}
          <span className="quiet"> {via}</span>
        </>
      ),
    },
    { title: 'Reason', kind: 'wide', cell: ({ why }) => <Reason of={why} /> },
    ...(place.deployment === null
      ? [{ title: 'Deployment', cell: ({ deployment }: Entry) => deployment }]
      : []),
    { title: 'No.', kind: 'number', cell: ({ seq }) => seq },
  ]
}

interface EntriesProps {
  readonly entries: readonly Entry[]
  readonly place: Place
}

function Entries({ entries, place }: EntriesProps) {
  const search = useSearch({ from: '/$place/audit' })
  if (entries.length === 0) {
    return (
      <Empty title="No entries found">
        Remove a filter, or look further back. Your roles show you {place.title} only.
      </Empty>
    )
  }
  return (
    <ListTable
      caption="Entries, the newest first"
      rows={entries}
      idOf={({ id }) => String(id)}
      columns={columnsAt(place, search)}
      isAlarming={({ alone }) => alone}
    />
  )
}

function Details({ entry }: { readonly entry: Entry | undefined }) {
  if (entry === undefined) return null
  const { seq, command, details, id, approved_by: approvedBy, ...rest } = entry
  return (
    <section className="card details" aria-labelledby="entry-title">
      <h2 id="entry-title">
        Entry {seq}: <Title of={titleIn(entry)} />
      </h2>
      <p>
        <code>{command}</code>
      </p>
      <Value of={{ ...rest, ...(approvedBy !== null && { approvedBy }), details, id }} />
    </section>
  )
}
