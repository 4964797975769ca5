import { Link } from '@tanstack/react-router'
import { askFor } from '../acts/openAct.ts'
import { may, type Place } from '../api/useMe.ts'
import { type Column, ListTable } from '../lists/ListTable.tsx'
import { Moment } from '../lists/Moment.tsx'
import { Person } from '../lists/Person.tsx'
import { Empty } from '../lists/states.tsx'
import { isUnderWay, type Mailing, sentOf } from './mailing.ts'

interface Props {
  readonly mailings: readonly Mailing[]
  readonly place: Place
}

/** Every mailing with how far it has come. */
export function MailingList({ mailings, place }: Props) {
  if (mailings.length === 0) {
    return (
      <Empty title="No mailings yet">
        A new mailing is a draft: players get nothing until you start it.
      </Empty>
    )
  }
  return (
    <ListTable
      caption="Mailings, the latest changed first"
      rows={mailings}
      isSelectable={false}
      idOf={({ mailing }) => String(mailing)}
      columns={columnsAt(place)}
    />
  )
}

function columnsAt(place: Place): readonly Column<Mailing>[] {
  return [
    {
      title: 'Subject',
      cell: ({ mailing, subject }) => (
        <Link
          to="/$place/mailings"
          params={{ place: place.path }}
          search={{ mailing: String(mailing) }}
          data-open
        >
          {subject}
        </Link>
      ),
    },
    { title: 'List', cell: ({ listName }) => listName },
    { title: 'State', cell: ({ state }) => <span className="tag calm">{state}</span> },
    { title: 'Sent', cell: (mailing) => <Progress of={mailing} /> },
    { title: 'Starts', cell: ({ at }) => <Moment of={at} /> },
    {
      title: 'By',
      cell: ({ startedBy, startedByPerson, madeBy, madeByPerson }) => (
        <Person
          name={startedBy ?? madeBy}
          mark={startedBy === null ? madeByPerson : startedByPerson}
        />
      ),
    },
    {
      title: 'Action',
      cell: (mailing) =>
        isUnderWay(mailing) && may(place, 'mailings stop') ? (
          <StopButton of={mailing} place={place} />
        ) : null,
    },
  ]
}

interface OfProps {
  readonly of: Mailing
}

export function StopButton({ of: { mailing, subject }, place }: OfProps & { place: Place }) {
  return (
    <button
      type="button"
      className="plain"
      onClick={() => askFor({ name: 'mailings stop', place, preset: { mailing } })}
    >
      Stop<span className="unseen"> {subject}</span>…
    </button>
  )
}

/** Sent of all, as a bar and in words. */
export function Progress({ of: mailing }: OfProps) {
  const { state, total, dropped } = mailing
  if (state === 'draft') return '–'
  const sent = sentOf(mailing)
  return (
    <span className="progress">
      {total > 0 && <progress max={total} value={sent} aria-label={`Sent of ${mailing.subject}`} />}
      <span>
        {sent} of {total}
        {dropped > 0 && `, ${dropped} dropped`}
      </span>
    </span>
  )
}
