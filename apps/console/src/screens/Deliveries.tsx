import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import { Link, useSearch } from '@tanstack/react-router'
import { ActButton, actColumn } from '../acts/ActButton.tsx'
import type { Place } from '../api/useMe.ts'
import { ListScreen } from '../lists/ListScreen.tsx'
import type { Column } from '../lists/ListTable.tsx'
import { Moment } from '../lists/Moment.tsx'
import { Name } from '../lists/Name.tsx'
import { State } from '../lists/State.tsx'
import { forThose } from './missing.tsx'

type Delivery = AnswerOf<'deliveries list'>[number]

const from = '/$place/deliveries'
const retry = 'deliveries retry'

/** The events and log-outs that sites did not take: all of them, or those of one site. */
export const Deliveries = forThose('deliveries list', ({ place }) => {
  const { client } = useSearch({ from })
  const site = client === undefined ? {} : { client }
  return (
    <ListScreen<Delivery>
      title="Deliveries"
      lead="Account events and log-outs that a site did not accept. We try each again for a day, with growing pauses. It leaves this list once the site accepts it."
      place={place}
      act="deliveries list"
      order={site}
      most={100}
      isWatched
      caption="Failed deliveries: those we gave up first, then the oldest"
      idOf={({ id }) => id}
      isAlarming={({ state }) => state === 'given up'}
      columns={columnsAt(place)}
      empty={{
        title: client === undefined ? 'Nothing has failed' : `${client} has accepted everything`,
        words: 'No event or log-out is waiting for another try.',
      }}
    >
      <div className="acts">
        <ActButton
          name={retry}
          place={place}
          preset={{ delivery: undefined, client }}
          look="secondary"
        >
          {client === undefined ? 'Retry all failed' : `Retry all failed of ${client}`}
        </ActButton>
        {client !== undefined && (
          <Link to={from} params={{ place: place.path }}>
            All sites
          </Link>
        )}
      </div>
    </ListScreen>
  )
})

function columnsAt(place: Place): readonly Column<Delivery>[] {
  return [
    {
      title: 'Site',
      cell: ({ client }) => (
        <Link to={from} params={{ place: place.path }} search={{ client }} data-open>
          <Name of={client} />
        </Link>
      ),
    },
    { title: 'Delivery', cell: ({ kind }) => kind },
    { title: 'State', cell: ({ state }) => <State of={state} kind="failed" /> },
    { title: 'Error', kind: 'wide', cell: ({ error }) => <Name of={error ?? '–'} /> },
    { title: 'Tries', kind: 'number', cell: ({ tries }) => tries },
    {
      title: 'Next try',
      cell: ({ nextTry }) => <Moment of={nextTry} isAge />,
    },
    { title: 'Since', cell: ({ postedAt }) => <Moment of={postedAt} isAge /> },
    ...actColumn<Delivery>(place, retry, ({ id, client, kind }) => (
      <ActButton name={retry} place={place} preset={{ delivery: id, client: undefined }}>
        Retry
        <span className="unseen">
          : {kind} of {client}
        </span>
      </ActButton>
    )),
  ]
}
