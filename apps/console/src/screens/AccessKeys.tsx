import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ActButton, actColumn } from '../acts/ActButton.tsx'
import { useLook } from '../api/useLook.ts'
import type { Place } from '../api/useMe.ts'
import { FigureCard } from '../figures/FigureCard.tsx'
import { Spans, useSpan } from '../figures/Spans.tsx'
import { ListScreen } from '../lists/ListScreen.tsx'
import type { Column } from '../lists/ListTable.tsx'
import { Moment } from '../lists/Moment.tsx'
import { Name } from '../lists/Name.tsx'
import { Person } from '../lists/Person.tsx'
import { State } from '../lists/State.tsx'
import { Loaded } from '../lists/states.tsx'
import { forThose } from './missing.tsx'

type Batch = AnswerOf<'access-keys batches'>[number]

type Key = AnswerOf<'access-keys list'>[number]

/** The batches of access keys, or the keys of one of them. */
export const AccessKeys = forThose('access-keys batches', ({ place }) => {
  const { batch } = useSearch({ from: '/$place/access-keys' })
  return batch === undefined ? <Batches place={place} /> : <Keys place={place} batch={batch} />
})

interface PlaceProps {
  readonly place: Place
}

const batchesAct = 'access-keys batches'

function Batches({ place }: PlaceProps) {
  return (
    <>
      <ListScreen<Batch>
        title="Access keys"
        lead="Where the registration asks for one, each opens it once. Keys are made in batches, and shown to the person who makes them alone, once."
        place={place}
        act={batchesAct}
        caption="Batches of access keys, the newest first"
        idOf={({ id }) => String(id)}
        columns={batchColumns(place)}
        empty={{
          title: 'No key was made yet',
          words: 'A first batch brings a file with its keys. Their hashes alone are kept here.',
        }}
      >
        <div className="acts">
          <ActButton name="access-keys create" place={place} look="primary">
            Make a batch
          </ActButton>
          <ActButton name="access-keys revoke" place={place} look="secondary">
            Revoke a key
          </ActButton>
        </div>
      </ListScreen>
      <Usage place={place} />
    </>
  )
}

function batchColumns(place: Place): readonly Column<Batch>[] {
  return [
    {
      title: 'Batch',
      cell: ({ id, label }) => (
        <Link
          to="/$place/access-keys"
          params={{ place: place.path }}
          search={{ batch: String(id) }}
          data-open
        >
          <Name of={label === '' ? `Batch ${id}` : label} />
        </Link>
      ),
    },
    { title: 'Used', kind: 'number', cell: ({ used, count }) => `${used} of ${count}` },
    { title: 'Free', kind: 'number', cell: ({ free }) => free },
    { title: 'Made', cell: ({ madeAt }) => <Moment of={madeAt} /> },
    { title: 'By', cell: ({ madeBy, person }) => <Person name={madeBy} mark={person} /> },
    { title: 'Ends', cell: ({ expiresAt }) => <Moment of={expiresAt} /> },
    { title: 'State', cell: (batch) => <BatchState of={batch} /> },
    ...actColumn<Batch>(place, 'access-keys revoke-batch', ({ id, label, free }) =>
      free === 0 ? null : (
        <ActButton name="access-keys revoke-batch" place={place} preset={{ id }}>
          Revoke<span className="unseen"> {label}</span>
        </ActButton>
      ),
    ),
  ]
}

function BatchState({ of: { revokedAt, expiresAt, free } }: { readonly of: Batch }) {
  const [now] = useState(Date.now)
  if (revokedAt !== null) return <State of="revoked" kind="failed" />
  if (expiresAt !== null && Date.parse(expiresAt) <= now) return <State of="over" />
  return free === 0 ? <State of="used up" /> : <State of="open" kind="good" />
}

/** The keys that were used, as a chart by day or month. */
function Usage({ place }: PlaceProps) {
  const { name, order, last } = useSpan()
  const deployment = place.path
  const batches = useLook(batchesAct, { deployment })
  const look = useLook('access-keys usage', { deployment, ...order })
  const labels = new Map(
    batches.data?.map(({ id, label }) => [String(id), label === '' ? `batch ${id}` : label]),
  )
  return (
    <section className="screen" aria-label="Use">
      <Spans here={name} />
      <Loaded from={look}>
        {(figures) =>
          figures.map((figure) => (
            <FigureCard
              key={figure.figure}
              figure={{
                ...figure,
                cells: figure.cells.map((cell) => ({
                  ...cell,
                  part: labels.get(cell.part) ?? cell.part,
                })),
              }}
              title="Used keys"
              unit="keys"
              until={last}
              place={place.path}
            />
          ))
        }
      </Loaded>
    </section>
  )
}

const pageSize = 100

function Keys({ place, batch }: PlaceProps & { readonly batch: string }) {
  return (
    <ListScreen<Key>
      title={`Keys of batch ${batch}`}
      lead={
        <Link
          to="/$place/access-keys"
          params={{ place: place.path }}
          activeOptions={{ exact: true }}
        >
          All batches
        </Link>
      }
      place={place}
      act="access-keys list"
      order={{ batch, limit: pageSize }}
      caption={`Keys of batch ${batch}, by their ids`}
      idOf={({ id }) => id}
      columns={keyColumns(place)}
      nextOf={(rows) => (rows.length < pageSize ? null : (rows.at(-1)?.id ?? null))}
      words={['First page', 'Next page']}
      empty={{
        title: 'No key is left',
        words: 'The free keys of the batch were revoked, and no player had used one.',
      }}
    />
  )
}

const byPlayer: Column<Key> = {
  title: 'By player',
  kind: 'number',
  cell: ({ usedBy }) => usedBy ?? '–',
}

function keyColumns(place: Place): readonly Column<Key>[] {
  return [
    { title: 'Key', cell: ({ id }) => <code>{id}</code> },
    { title: 'Used', cell: ({ usedAt }) => <Moment of={usedAt} /> },
    ...(place.roles.every((role) => role === 'brand') ? [] : [byPlayer]),
    { title: 'Ends', cell: ({ expiresAt }) => <Moment of={expiresAt} /> },
    ...actColumn<Key>(place, 'access-keys revoke', ({ id, usedAt }) =>
      usedAt === null ? (
        <ActButton name="access-keys revoke" place={place} preset={{ key: id }}>
          Revoke<span className="unseen"> {id.slice(0, 8)}</span>
        </ActButton>
      ) : null,
    ),
  ]
}
