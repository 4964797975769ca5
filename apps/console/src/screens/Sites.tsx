import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import { Link, useSearch } from '@tanstack/react-router'
import { ActButton } from '../acts/ActButton.tsx'
import { may, type Place } from '../api/useMe.ts'
import { ListScreen } from '../lists/ListScreen.tsx'
import type { Column } from '../lists/ListTable.tsx'
import { Moment } from '../lists/Moment.tsx'
import { Name } from '../lists/Name.tsx'
import { State } from '../lists/State.tsx'
import { Value } from '../lists/Value.tsx'
import { forThose } from './missing.tsx'

type Site = AnswerOf<'clients list'>[number]

const from = '/$place/sites'

/** The clients that players sign in to, with what each may know and gets. */
export const Sites = forThose('clients list', ({ place }) => {
  const { client } = useSearch({ from })
  return (
    <ListScreen<Site>
      title="Sites"
      lead="Sites, games and programs that players sign in to. They come from the deployment’s file, or an operator adds them at the command line, the only place that shows a secret."
      place={place}
      act="clients list"
      caption="Sites of the deployment"
      idOf={({ clientId }) => clientId}
      columns={columnsAt(place)}
      empty={{
        title: 'No sites yet',
        words: `Players of ${place.title} sign in to the portal only.`,
      }}
      under={(sites) => {
        const site = sites.find(({ clientId }) => clientId === client)
        return site === undefined ? null : <OneOf site={site} place={place} />
      }}
    />
  )
})

function columnsAt(place: Place): readonly Column<Site>[] {
  return [
    {
      title: 'Site',
      cell: ({ clientId, name }) => (
        <Link
          to={from}
          params={{ place: place.path }}
          search={{ client: clientId }}
          resetScroll={false}
          data-open
        >
          <Name of={name} />
        </Link>
      ),
    },
    { title: 'Client id', cell: ({ clientId }) => <code>{clientId}</code> },
    { title: 'Run by', cell: ({ isFirstParty }) => (isFirstParty ? 'the studio' : 'others') },
    { title: 'Can see', kind: 'wide', cell: ({ scopes }) => scopes.join(', ') },
    { title: 'Events', cell: (site) => <Webhook of={site} /> },
    {
      title: 'Log-outs',
      cell: ({ backchannelLogoutUri }) => (backchannelLogoutUri === null ? '–' : 'sent'),
    },
    { title: 'Wrong requests', cell: ({ refused }) => <Refused of={refused} /> },
    { title: 'Set up in', cell: ({ from: source }) => source },
  ]
}

function Webhook({ of: { webhook, webhookStoppedAt } }: { readonly of: Site }) {
  if (webhook === null) return '–'
  if (webhookStoppedAt === null) return <State of="sent" kind="good" />
  return (
    <>
      <State of="stopped" kind="failed" /> since <Moment of={webhookStoppedAt} />
    </>
  )
}

/** The part of its last wrong request; the site's own card has all of it. */
function Refused({ of: refused }: { readonly of: Site['refused'] }) {
  if (refused === null) return '–'
  return (
    <>
      <code>{refused.fault}</code>, <Moment of={refused.at} />
    </>
  )
}

/** All that is known of a site, and the acts on its events. */
function OneOf({ site, place }: { readonly site: Site; readonly place: Place }) {
  const { clientId, name, webhook } = site
  const about = { place, preset: { client: clientId } }
  return (
    <section className="card details" aria-labelledby="site-title">
      <h2 id="site-title">
        <Name of={name} />
      </h2>
      <Value of={site} />
      <div className="acts">
        {webhook !== null && (
          <>
            <ActButton name="events test" {...about}>
              Send a test event
            </ActButton>
            <ActButton name="events replay" {...about}>
              Send events again
            </ActButton>
          </>
        )}
        {site.webhookStoppedAt !== null && (
          <ActButton name="events start" {...about} look="secondary">
            Start events again
          </ActButton>
        )}
        {may(place, 'deliveries list') && (
          <Link
            to="/$place/deliveries"
            params={{ place: place.path }}
            search={{ client: clientId }}
          >
            Failed deliveries
          </Link>
        )}
      </div>
    </section>
  )
}
