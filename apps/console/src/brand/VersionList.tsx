import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import { ActButton } from '../acts/ActButton.tsx'
import { useLook } from '../api/useLook.ts'
import { may, type Place } from '../api/useMe.ts'
import { ListTable } from '../lists/ListTable.tsx'
import { Moment } from '../lists/Moment.tsx'
import { Person } from '../lists/Person.tsx'
import { Empty, Loaded } from '../lists/states.tsx'

type Version = AnswerOf<'versions list'>[number]

/** The way back to fields of security by this digest: with other ones a second person has a say. */
function wayTo(security: string, versions: readonly Version[]) {
  const served = versions.find(({ isServed }) => isServed)
  const act = served?.security === security ? 'versions rollback' : 'versions rollback-security'
  return { act, served: served?.version }
}

/** What was published just now: the way to see it, and the way back. */
export function LiveVersion({ place }: { readonly place: Place }) {
  const look = useLook('versions list', { deployment: place.path })
  return (
    <Loaded from={look}>
      {(versions) => {
        const [live, before] = versions
        if (live === undefined) return null
        return (
          <section className="card">
            <h2>Version {live.version} is live</h2>
            <p>Every server shows it to players within seconds.</p>
            <div className="acts">
              <a
                className="button"
                data-look="primary"
                href={place.deployment?.portal}
                target="_blank"
                rel="noreferrer"
              >
                See it
              </a>
              <WayBack
                way={wayTo(before?.security ?? '', versions)}
                to={before?.version ?? 0}
                place={place}
              >
                Go back to {before === undefined ? 'the file' : 'the one before'}
              </WayBack>
            </div>
          </section>
        )
      }}
    </Loaded>
  )
}

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
            <div className="acts">
              <WayBack way={wayTo('', versions)} to={0} place={place}>
                Back to the file
              </WayBack>
            </div>
            <ListTable
              caption="Versions"
              rows={versions}
              isSelectable={false}
              idOf={({ version }) => String(version)}
              columns={[
                { title: 'Version', cell: ({ version, isServed }) => named(version, isServed) },
                { title: 'Published', cell: ({ madeAt }) => moment(madeAt) },
                { title: 'By', cell: (row) => author(row) },
                {
                  title: 'Reason',
                  kind: 'wide',
                  cell: ({ why, restores }) => because(why, restores),
                },
                { title: 'Way back', cell: (row) => wayBack(row, versions, place) },
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

function author({ madeBy, person }: Version) {
  return <Person name={madeBy} mark={person} />
}

function moment(of: string) {
  return <Moment of={of} />
}

function because(why: string, restores: number | null): string {
  if (restores === null) return why
  return `${why} (back to ${restores === 0 ? 'the file' : `version ${restores}`})`
}

function wayBack(row: Version, versions: readonly Version[], place: Place) {
  if (row.isServed) return null
  return (
    <WayBack way={wayTo(row.security, versions)} to={row.version} place={place}>
      Back to {row.version}
    </WayBack>
  )
}

interface WayBackProps {
  readonly way: ReturnType<typeof wayTo>
  readonly to: number
  readonly place: Place
  readonly children: React.ReactNode
}

function WayBack({ way: { act, served }, to, place, children }: WayBackProps) {
  if (!may(place, act))
    return act.endsWith('security') && <span className="quiet">By an operator</span>
  return (
    <ActButton name={act} place={place} preset={{ to, served }} look="secondary">
      {children}
    </ActButton>
  )
}
