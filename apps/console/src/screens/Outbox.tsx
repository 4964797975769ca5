import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import { ActButton, actColumn } from '../acts/ActButton.tsx'
import type { Place } from '../api/useMe.ts'
import { ListScreen } from '../lists/ListScreen.tsx'
import type { Column } from '../lists/ListTable.tsx'
import { Moment } from '../lists/Moment.tsx'
import { Name } from '../lists/Name.tsx'
import { State } from '../lists/State.tsx'
import { forThose } from './missing.tsx'

type Waiting = AnswerOf<'outbox list'>[number]

const retry = 'outbox retry'
const drop = 'outbox drop'

/** The mails that no mail server has yet: of a deployment, or of all. */
export const Outbox = forThose('outbox list', ({ place }) => (
  <ListScreen<Waiting>
    title="Outbox"
    lead="Mails that no mail server has accepted yet. After a day we give up: retry or drop those. A mail leaves this list once a mail server has it."
    place={place}
    act="outbox list"
    most={100}
    isWatched
    caption="Waiting mails, the oldest first"
    idOf={({ id }) => id}
    isAlarming={({ state }) => state === 'failed'}
    columns={columnsAt(place)}
    empty={{
      title: 'No mails are waiting',
      words: 'A mail server has every mail. The player’s page shows what became of it.',
    }}
  >
    <div className="acts">
      <ActButton name={retry} place={place} preset={{ mail: undefined }} look="secondary">
        Retry all
      </ActButton>
    </div>
  </ListScreen>
))

/** States of a mail in words. */
const words: Readonly<Record<string, string>> = {
  created: 'waiting',
  retry: 'delayed',
  active: 'being sent',
  failed: 'given up',
}

function columnsAt(place: Place): readonly Column<Waiting>[] {
  return [
    { title: 'Mail', cell: ({ kind }) => kind ?? 'a mail' },
    { title: 'To', cell: ({ to }) => <Name of={to ?? '–'} /> },
    ...(place.deployment === null
      ? [{ title: 'Deployment', cell: ({ deployment }: Waiting) => deployment ?? '–' }]
      : []),
    {
      title: 'State',
      cell: ({ state }) => (
        <State of={words[state] ?? state} kind={state === 'failed' ? 'failed' : undefined} />
      ),
    },
    { title: 'Since', cell: ({ postedAt }) => <Moment of={postedAt} isAge /> },
    { title: 'Tries', kind: 'number', cell: ({ tries }) => tries },
    {
      title: 'Next try',
      cell: ({ state, nextTry }) => (state === 'failed' ? '–' : <Moment of={nextTry} isAge />),
    },
    { title: 'Error', cell: ({ error }) => <Name of={error ?? '–'} /> },
    ...actColumn<Waiting>(place, retry, ({ id, kind, state }) =>
      state === 'active' ? null : (
        <>
          <ActButton name={retry} place={place} preset={{ mail: id }}>
            Retry<span className="unseen"> {kind}</span>
          </ActButton>{' '}
          <ActButton name={drop} place={place} preset={{ mail: id }}>
            Drop<span className="unseen"> {kind}</span>
          </ActButton>
        </>
      ),
    ),
  ]
}
