import { Button } from '@gatehouse/ui/Button'
import { rowOf } from '../api/actWords.ts'
import { askFor } from '../acts/openAct.ts'
import { signOut } from '../api/call.ts'
import { useLook } from '../api/useLook.ts'
import { may, type Place, placesOf, useMe } from '../api/useMe.ts'
import { type Column, ListTable } from '../lists/ListTable.tsx'
import { Moment } from '../lists/Moment.tsx'
import { Loaded } from '../lists/states.tsx'
import { idAmong, plainColumns } from '../lists/plainColumns.tsx'
import type { Row } from '../lists/Value.tsx'

/** The log-ins of the person, here and in other browsers. */
export function MySessions() {
  const me = useMe()
  const { session } = me
  const place = placesOf(me).find((each) => may(each, 'staff sessions'))
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
      {place !== undefined && rowOf('staff sessions') !== undefined && <Others place={place} />}
    </div>
  )
}

function endColumn(place: Place, own: number): Column<Row> {
  return {
    title: 'Act',
    cell: ({ id }) =>
      id === own ? (
        'this one'
      ) : (
        <Button
          look="quiet"
          onClick={() => askFor({ name: 'staff end-session', place, preset: { session: id } })}
        >
          End…
        </Button>
      ),
  }
}

function Others({ place }: { readonly place: Place }) {
  const { session } = useMe()
  const list = useLook<readonly Row[]>('staff sessions', {})
  return (
    <section>
      <h2>All of mine</h2>
      <Loaded from={list}>
        {(rows) => {
          const columns = plainColumns(rows)
          return (
            <ListTable
              caption="All of my sessions"
              rows={rows}
              idOf={idAmong(rows)}
              columns={
                may(place, 'staff end-session')
                  ? [...columns, endColumn(place, session.id)]
                  : columns
              }
              isSelectable={false}
            />
          )
        }}
      </Loaded>
    </section>
  )
}
