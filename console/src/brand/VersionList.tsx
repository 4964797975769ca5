import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import { ActButton } from '../acts/ActButton.tsx'
import { useLook } from '../api/useLook.ts'
import { may, type Place } from '../api/useMe.ts'
import { ListTable } from '../lists/ListTable.tsx'
import { Moment } from '../lists/Moment.tsx'
import { Empty, Loaded } from '../lists/states.tsx'

type Version = AnswerOf<'versions list'>[number]

const rollback = 'versions rollback'

/** The published versions: who, when and why, and the way back to each. */
export function VersionList({ place }: { readonly place: Place }) {
  const look = useLook('versions list', { deployment: place.path })
  return (
    <Loaded from={look}>
      {(versions) =>
        versions.length === 0 ? (
          <Empty title="The file is served">
            Nothing was published yet. A published draft stands here, with the way back.
          </Empty>
        ) : (
          <>
            {may(place, rollback) && (
              <div className="acts">
                <ActButton name={rollback} place={place} preset={{ to: 0 }} look="secondary">
                  Back to the file
                </ActButton>
              </div>
            )}
            <ListTable
              caption="Versions"
              rows={versions}
              isSelectable={false}
              idOf={({ version }) => String(version)}
              columns={[
                { title: 'Version', cell: ({ version, isServed }) => named(version, isServed) },
                { title: 'Published', cell: ({ madeAt }) => moment(madeAt) },
                { title: 'By', cell: ({ madeBy }) => madeBy },
                {
                  title: 'Reason',
                  kind: 'wide',
                  cell: ({ why, restores }) => because(why, restores),
                },
                { title: 'Way back', cell: (row) => wayBack(row, place) },
              ]}
            />
          </>
        )
      }
    </Loaded>
  )
}

function named(version: number, isServed: boolean) {
  return (
    <>
      {version}
      {isServed && <span className="tag good">served</span>}
    </>
  )
}

function moment(of: string) {
  return <Moment of={of} />
}

function because(why: string, restores: number | null): string {
  if (restores === null) return why
  return `${why} (back to ${restores === 0 ? 'the file' : `version ${restores}`})`
}

function wayBack(row: Version, place: Place) {
  if (row.isServed) return null
  return (
    <ActButton name={rollback} place={place} preset={{ to: row.version }} look="secondary">
      Back to {row.version}
    </ActButton>
  )
}
