import { Button } from '@gatehouse/ui/Button'
import { useMutation, useQuery } from '@tanstack/react-query'
import { say } from '../acts/toasts.ts'
import { callOwn, signOut } from '../api/call.ts'
import { useMe } from '../api/useMe.ts'
import { type Column, ListTable } from '../lists/ListTable.tsx'
import { Moment } from '../lists/Moment.tsx'
import { Name } from '../lists/Name.tsx'
import { Loaded, RefusalNotice } from '../lists/states.tsx'

interface Login {
  readonly id: number
  readonly created_at: string
  readonly seen_at: string
  readonly ends_at: string
  readonly ip: string | null
  readonly user_agent: string | null
  readonly isThis: boolean
}

/** The log-ins of the person, here and in other browsers. */
export function MySessions() {
  const { session } = useMe()
  const list = useQuery({
    queryKey: ['my sessions'],
    queryFn: () => callOwn<readonly Login[]>('sessions'),
  })
  const end = useMutation({
    mutationFn: (id: number) => callOwn('sessions/end', { id }),
    async onSuccess() {
      await list.refetch()
      say('The session is ended.')
    },
  })
  return (
    <div className="screen">
      <h1>My sessions</h1>
      <section className="card">
        <h2>This one</h2>
        <dl className="facts">
          <div>
            <dt>Ends</dt>
            <dd>
              <Moment of={session.endsAt} isFull />
            </dd>
          </div>
          <div>
            <dt>Ends without an order or a look</dt>
            <dd>after {Math.round(session.idleSeconds / 60)} minutes</dd>
          </div>
          <div>
            <dt>Proof of who you are</dt>
            <dd>
              {session.provenUntil === null ? (
                'asked for at the next act that needs one'
              ) : (
                <>
                  given until <Moment of={session.provenUntil} />
                </>
              )}
            </dd>
          </div>
        </dl>
        <Button look="secondary" onClick={() => void signOut()}>
          Sign out
        </Button>
      </section>
      <section>
        <h2>All of mine</h2>
        {end.error !== null && <RefusalNotice error={end.error} />}
        <Loaded from={list}>
          {(logins) => (
            <ListTable
              caption="All of my sessions"
              rows={logins}
              idOf={({ id }) => String(id)}
              columns={columnsFor((id) => end.mutate(id))}
              isSelectable={false}
            />
          )}
        </Loaded>
      </section>
    </div>
  )
}

function columnsFor(end: (id: number) => void): readonly Column<Login>[] {
  return [
    {
      title: 'Browser',
      kind: 'wide',
      cell: ({ user_agent: browser }) => <Name of={browser ?? '–'} />,
    },
    { title: 'Address', cell: ({ ip }) => ip ?? '–' },
    { title: 'Since', cell: ({ created_at: since }) => <Moment of={since} /> },
    { title: 'Last used', cell: ({ seen_at: seen }) => <Moment of={seen} /> },
    {
      title: 'Act',
      cell: ({ id, isThis }) =>
        isThis ? (
          'this one'
        ) : (
          <Button look="quiet" onClick={() => end(id)}>
            End it
          </Button>
        ),
    },
  ]
}
