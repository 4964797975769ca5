import { Button } from '@gatehouse/ui/Button'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endSession, fetchSessions, type OwnSession } from '../api/call.ts'
import { asOwn } from '../api/session.ts'
import { useMe } from '../api/useMe.ts'
import { leave } from '../acts/leave.ts'
import { type Column, ListTable } from '../lists/ListTable.tsx'
import { Moment } from '../lists/Moment.tsx'
import { Name } from '../lists/Name.tsx'
import { Loaded, RefusalNotice } from '../lists/states.tsx'

/** The log-ins of the person, here and in other browsers. */
export function MySessions() {
  const { session } = useMe()
  return (
    <div className="screen">
      <h1>My sessions</h1>
      <section className="card">
        <h2>This session</h2>
        <dl className="facts">
          <div>
            <dt>Ends</dt>
            <dd>
              <Moment of={session.endsAt} isFull />
            </dd>
          </div>
          <div>
            <dt>Ends when idle</dt>
            <dd>after {Math.round(session.idleSeconds / 60)} minutes</dd>
          </div>
          <div>
            <dt>Proof of who you are</dt>
            <dd>
              {session.provenUntil === null ? (
                'asked for at the next action that needs it'
              ) : (
                <>
                  valid until <Moment of={session.provenUntil} />
                </>
              )}
            </dd>
          </div>
        </dl>
        <Button look="secondary" onClick={leave}>
          Sign out
        </Button>
      </section>
      <All />
    </div>
  )
}

const columns: readonly Column<OwnSession>[] = [
  { title: 'Browser', kind: 'wide', cell: ({ user_agent: browser }) => <Name of={browser} /> },
  { title: 'Network address', cell: ({ ip }) => <code>{ip}</code> },
  { title: 'Since', cell: ({ created_at: at }) => <Moment of={at} /> },
  { title: 'Last used', cell: ({ seen_at: at }) => <Moment of={at} /> },
  { title: 'Ends', cell: ({ ends_at: at }) => <Moment of={at} /> },
]

interface Ending {
  readonly isPending: boolean
  readonly mutate: (id: number) => void
}

function endColumn({ isPending, mutate }: Ending): Column<OwnSession> {
  return {
    title: 'Action',
    cell: ({ id, isThis }) =>
      isThis ? (
        'this one'
      ) : (
        <Button look="quiet" isBusy={isPending} onClick={() => mutate(id)}>
          End
        </Button>
      ),
  }
}

function All() {
  const queries = useQueryClient()
  const list = useQuery({ queryKey: ['own sessions'], queryFn: () => asOwn(fetchSessions) })
  const end = useMutation({
    mutationFn: (id: number) => asOwn(() => endSession(id)),
    onSuccess(_, id) {
      // It is ended, whether or not the list can be read again.
      queries.setQueryData(['own sessions'], (rows?: readonly OwnSession[]) =>
        rows?.filter((row) => row.id !== id),
      )
      return queries.invalidateQueries({ queryKey: ['own sessions'] })
    },
  })
  return (
    <section>
      <h2>All my sessions</h2>
      {end.error !== null && <RefusalNotice error={end.error} />}
      <Loaded from={list}>
        {(rows) => (
          <ListTable
            hasFile={false}
            caption="All my sessions"
            rows={rows}
            idOf={({ id }) => String(id)}
            columns={[...columns, endColumn(end)]}
            isSelectable={false}
          />
        )}
      </Loaded>
    </section>
  )
}
