import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import { requestFor, titleParts } from '@gatehouse/contract/acts/titles'
import { Button } from '@gatehouse/ui/Button'
import { Link, useParams } from '@tanstack/react-router'
import { askFor } from '../acts/openAct.ts'
import { TakeFile } from '../acts/Outcome.tsx'
import { useLook } from '../api/useLook.ts'
import { may, type Place } from '../api/useMe.ts'
import { type Column, ListTable } from '../lists/ListTable.tsx'
import { Moment } from '../lists/Moment.tsx'
import { Name } from '../lists/Name.tsx'
import { Mark, Person } from '../lists/Person.tsx'
import { Reason } from '../lists/Reason.tsx'
import { State } from '../lists/State.tsx'
import { Empty, Loaded } from '../lists/states.tsx'
import { Title } from '../lists/Title.tsx'
import { Value } from '../lists/Value.tsx'
import { forThose } from './missing.tsx'

type Request = AnswerOf<'approvals list'>[number]

type RequestInFull = AnswerOf<'approvals show'>

export const Approvals = forThose('approvals list', ApprovalsOf)

const orderIn = ({ deployment, path }: Place) => (deployment === null ? {} : { deployment: path })

function ApprovalsOf({ place }: { readonly place: Place }) {
  const list = useLook('approvals list', { ...orderIn(place), all: true })
  return (
    <div className="screen">
      <h1>Requests</h1>
      <p className="lead">
        Actions that need a second person. A colleague decides on your own requests.
      </p>
      <Loaded from={list}>{(requests) => <Requests requests={requests} place={place} />}</Loaded>
    </div>
  )
}

interface RequestsProps {
  readonly requests: readonly Request[]
  readonly place: Place
}

function Requests({ requests, place }: RequestsProps) {
  if (requests.length === 0) {
    return (
      <Empty title="There are no requests">
        Some actions need a second person, such as an export or an erasure. Each becomes a request.
      </Empty>
    )
  }
  const groups = [
    [
      'For you to decide',
      requests.filter(({ state, mayDecide }) => state === 'waiting' && mayDecide),
    ],
    ['Waiting', requests.filter(({ state, mayDecide }) => state === 'waiting' && !mayDecide)],
    ['Decided', requests.filter(({ state }) => state !== 'waiting')],
  ] as const
  return groups.map(
    ([title, rows]) =>
      rows.length > 0 && (
        <section key={title}>
          <h2>{title}</h2>
          <ListTable
            caption={title}
            rows={rows}
            idOf={({ id }) => id}
            columns={columnsAt(place)}
            isSelectable={false}
            isEven
          />
        </section>
      ),
  )
}

function columnsAt(place: Place): readonly Column<Request>[] {
  return [
    {
      title: 'Request',
      cell: ({ id, act, about }) => (
        <Link to="/$place/approvals/$id" params={{ place: place.path, id }} data-open>
          <Title of={titleParts(act, about)} />
        </Link>
      ),
    },
    { title: 'Reason', kind: 'wide', cell: ({ why }) => <Reason of={why} /> },
    {
      title: 'Asked by',
      cell: ({ askedBy: { name, person }, isOwn }) =>
        isOwn ? 'you' : <Person name={name} mark={person} />,
    },
    { title: 'Asked', cell: ({ askedAt }) => <Moment of={askedAt} /> },
    {
      title: 'State',
      cell: ({ state, outcome, expiresAt }) =>
        state === 'waiting' ? (
          <>
            until <Moment of={expiresAt} />
          </>
        ) : (
          <>
            <State of={state} kind={state} />{' '}
            {outcome !== null && <State of={outcome.state} kind={outcome.state} />}
          </>
        ),
    },
  ]
}

export const Approval = forThose('approvals show', ({ place }) => {
  const { id } = useParams({ from: '/$place/approvals/$id' })
  const shown = useLook('approvals show', { id, ...orderIn(place) })
  return (
    <div className="screen">
      <p>
        <Link to="/$place/approvals" params={{ place: place.path }}>
          All requests
        </Link>
      </p>
      {shown.data === undefined && <h1>Request</h1>}
      <Loaded from={shown}>{(request) => <InFull request={request} place={place} />}</Loaded>
    </div>
  )
})

function InFull({ request, place }: { readonly request: RequestInFull; readonly place: Place }) {
  const { act, about, subject, why, askedBy, askedAt, expiresAt, state, isOwn } = request
  return (
    <>
      <h1>
        <Title of={titleParts(act, about)} />
      </h1>
      <p className="lead">
        <Name of={subject} />
      </p>
      {request.effect.length > 0 && (
        <section className="card effect">
          <h2>When it is approved</h2>
          <ul>
            {request.effect.map((sentence) => (
              <li key={sentence}>
                <Name of={sentence} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {request.file !== null && (
        <section className="card">
          <h2>File</h2>
          <TakeFile file={request.file} />
        </section>
      )}
      <dl className="facts card">
        <Fact title="Reason">
          <Reason of={why} />
        </Fact>
        <Fact title="Asked by">
          <Name of={askedBy.name} /> {isOwn && '(you)'}{' '}
          <span className="quiet">{askedBy.email ?? ''}</span>
          <Mark of={askedBy.person} />
        </Fact>
        <Fact title="Asked">
          <Moment of={askedAt} isFull />
        </Fact>
        <Fact title={state === 'waiting' ? 'Ends' : 'State'}>
          {state === 'waiting' ? <Moment of={expiresAt} isFull /> : state}
        </Fact>
        {request.outcome !== null && <OutcomeOf of={request.outcome} />}
        {request.firstBy !== null && (
          <Fact title="First approved by">
            <Person name={request.firstBy} mark={request.firstPerson} />
          </Fact>
        )}
        {request.decidedBy !== null && (
          <Fact title="Decided by">
            <Name of={request.decidedBy} />, <Moment of={request.decidedAt ?? askedAt} isFull />
            <Mark of={request.decidedPerson} />
          </Fact>
        )}
        {request.decidedWhy !== null && (
          <Fact title="Reason of the decision">
            <Reason of={request.decidedWhy} />
          </Fact>
        )}
        {request.order !== null && (
          <Fact title="Details">
            <Value of={JSON.parse(request.order)} />
          </Fact>
        )}
      </dl>
      {state === 'waiting' && <Decide request={request} place={place} />}
    </>
  )
}

/** What became of the act: a decision is one thing, and its effect another. */
function OutcomeOf({ of }: { readonly of: NonNullable<Request['outcome']> }) {
  const { state, count, message, endedAt } = of
  return (
    <Fact title="Outcome">
      <State of={state} kind={state} />
      {endedAt !== null && (
        <>
          {' '}
          <Moment of={endedAt} isFull />
        </>
      )}
      {message !== '' && <p>{message}</p>}
      {state !== 'done' && <p>{count} entries in the audit log so far.</p>}
    </Fact>
  )
}

function Fact({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Decide({ request, place }: { readonly request: RequestInFull; readonly place: Place }) {
  const { id, act, about, digest, isOwn, mayDecide } = request
  const decide = (name: string) => {
    const preset = name === 'approvals approve' ? { id, digest } : { id }
    askFor({ name, place, preset, subject: { name: requestFor(act, about) } })
  }
  if (isOwn && may(place, 'approvals withdraw')) {
    return (
      <div className="acts">
        <p>This is your own request: a colleague decides on it.</p>
        <Button look="secondary" onClick={() => decide('approvals withdraw')}>
          Withdraw…
        </Button>
      </div>
    )
  }
  if (!mayDecide) return <p className="quiet">Somebody else decides on this request.</p>
  return (
    <div className="acts">
      <Button onClick={() => decide('approvals approve')}>Approve…</Button>
      <Button look="secondary" onClick={() => decide('approvals refuse')}>
        Refuse…
      </Button>
    </div>
  )
}
