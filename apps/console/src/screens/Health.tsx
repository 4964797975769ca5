import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import { Link } from '@tanstack/react-router'
import { often, useLook } from '../api/useLook.ts'
import type { Place } from '../api/useMe.ts'
import { type Column, ListTable } from '../lists/ListTable.tsx'
import { inOwnTime, Moment } from '../lists/Moment.tsx'
import { State } from '../lists/State.tsx'
import { Empty, Loaded } from '../lists/states.tsx'
import { forThose } from './missing.tsx'

type HealthNode = AnswerOf<'health nodes'>[number]
type HealthKey = AnswerOf<'health keys'>[number]

/** Milliseconds between two looks at the parts: each asks other systems. */
const seldom = 30_000

/** Seconds without a sample after which a server is silent; it writes one every five. */
const silentAfter = 20

/** The state of the house: its parts, its servers and its keys. */
export const Health = forThose('health show', HealthOf)

function HealthOf({ place }: { readonly place: Place }) {
  const parts = useLook('health show', {}, { every: () => seldom })
  const nodes = useLook('health nodes', {}, { every: () => often })
  const keys = useLook('health keys', {})
  return (
    <div className="screen">
      <h1>Health</h1>
      <p className="lead">
        One server has just checked the parts. Each server reports on itself every five seconds:{' '}
        <Link to="/$place/launch" params={{ place: place.path }}>
          Launch day
        </Link>{' '}
        shows that over time.
      </p>
      <section>
        <h2>Parts</h2>
        <Loaded from={parts}>{(all) => <Parts parts={all} />}</Loaded>
      </section>
      <section>
        <h2>Servers</h2>
        <Loaded from={nodes}>{(all) => <Servers nodes={all} />}</Loaded>
      </section>
      <section>
        <h2>Signing keys</h2>
        <Loaded from={keys}>{(all) => <Keys keys={all} />}</Loaded>
      </section>
    </div>
  )
}

function Parts({ parts }: { readonly parts: AnswerOf<'health show'> }) {
  return (
    <ul className="parts">
      {parts.map(({ part, status, isGood }) => (
        <li key={part} className="card" data-good={isGood}>
          <State of={isGood ? 'good' : 'problem'} kind={isGood ? 'good' : 'failed'} />
          <strong>{part.charAt(0).toUpperCase() + part.slice(1)}</strong>
          {status !== 'ok' && <p className={isGood ? 'quiet' : undefined}>{inOwnTime(status)}</p>}
        </li>
      ))}
    </ul>
  )
}

const isSilent = ({ age }: HealthNode) => age > silentAfter

const columnsOfServers: readonly Column<HealthNode>[] = [
  { title: 'Server', cell: ({ node }) => node },
  { title: 'Software', cell: ({ software }) => software },
  {
    title: 'Last report',
    cell: (node) => (
      <>
        {isSilent(node) && <State of="silent" kind="failed" />}
        {isSilent(node) ? <Moment of={node.seen} /> : `${node.age} s ago`}
      </>
    ),
  },
  { title: 'Configuration', kind: 'wide', cell: (node) => <Configuration of={node} /> },
  { title: 'Waiting', cell: waitingOf },
  { title: 'Event loop', cell: ({ eventLoop }) => `${eventLoop} ms` },
  { title: 'Connections', cell: ({ connections }) => connectionsOf(connections) },
]

function Servers({ nodes }: { readonly nodes: readonly HealthNode[] }) {
  if (nodes.length === 0) {
    return (
      <Empty title="No server has reported">
        Servers of version 1.0.0 do not report. A newer one appears five seconds after its start.
      </Empty>
    )
  }
  return (
    <ListTable
      caption="Servers of the last two hours"
      rows={nodes}
      idOf={({ node }) => node}
      isSelectable={false}
      isAlarming={(node) => isSilent(node) || node.refused.length > 0}
      columns={columnsOfServers}
    />
  )
}

/** The versions that it serves beside its files, and what it refuses with the field that is why. */
function Configuration({ of: { refused, versions } }: { readonly of: HealthNode }) {
  const served = versions.filter(({ version }) => version !== 0)
  return (
    <>
      {served.length === 0
        ? 'files only'
        : served.map(({ deployment, version }) => `${deployment} ${version}`).join(', ')}
      {refused.map(({ of, why }) => (
        <div key={of} className="complaint">
          <strong>Refuses {of}</strong>
          {why.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      ))}
    </>
  )
}

function waitingOf({ hashesWaiting, jobsWaiting, mailLag }: HealthNode): string {
  const mails = mailLag === 0 ? '' : `, mails for ${mailLag} s`
  return `${hashesWaiting} log-ins, ${jobsWaiting} jobs${mails}`
}

function connectionsOf(connections: HealthNode['connections']): string {
  const each = Object.entries(connections).map(
    ([state, count]) => `${count} ${state.replaceAll('_', ' ')}`,
  )
  return each.length === 0 ? '–' : each.join(', ')
}

const columnsOfKeys: readonly Column<HealthKey>[] = [
  { title: 'Deployment', cell: ({ deployment }) => deployment },
  { title: 'Algorithm', cell: ({ alg }) => alg },
  { title: 'Key', cell: ({ kid }) => <code>{kid.slice(0, 10)}</code> },
  {
    title: 'State',
    cell: ({ signs, next }) =>
      signs ? 'signs' : next === null ? 'is still accepted' : 'is published, signs next',
  },
  { title: 'Signs from', cell: ({ signsFrom }) => <Moment of={signsFrom} isFull /> },
  {
    title: 'Next key',
    cell: ({ next }) => <Moment of={next} isFull />,
  },
]

function Keys({ keys }: { readonly keys: readonly HealthKey[] }) {
  if (keys.length === 0) {
    return (
      <Empty title="No signing keys yet">
        The first site that signs a player in makes one. A deployment without sites needs none.
      </Empty>
    )
  }
  return (
    <ListTable
      caption="Keys that sign tokens for sites"
      rows={keys}
      idOf={({ deployment, kid }) => `${deployment} ${kid}`}
      isSelectable={false}
      columns={columnsOfKeys}
    />
  )
}
