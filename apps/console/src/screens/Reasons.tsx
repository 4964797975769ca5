import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import { Button } from '@gatehouse/ui/Button'
import { type KeyboardEvent, useState } from 'react'
import { askFor } from '../acts/openAct.ts'
import { useLook } from '../api/useLook.ts'
import { may, type Place } from '../api/useMe.ts'
import { Empty, Loaded } from '../lists/states.tsx'
import { forThose } from './missing.tsx'

type Reason = AnswerOf<'deletion-types list'>[number]

/** The reasons that players choose from when they leave, in their order. */
export const Reasons = forThose('deletion-types list', ReasonsOf)

function ReasonsOf({ place }: { readonly place: Place }) {
  const look = useLook('deletion-types list', { deployment: place.path })
  return (
    <div className="screen">
      <h1>Reasons for leaving</h1>
      <p className="lead">
        Players choose one of these when they delete their account. Move a reason with its buttons,
        or with Alt and the arrow keys.
      </p>
      {may(place, 'deletion-types add') && (
        <div className="acts">
          <Button look="secondary" onClick={() => askFor({ name: 'deletion-types add', place })}>
            Add…
          </Button>
        </div>
      )}
      <Loaded from={look}>
        {(reasons) =>
          reasons.length === 0 ? (
            <Empty title="No reasons yet">
              Players leave without saying why until you add one.
            </Empty>
          ) : (
            // A changed list begins in the server's order again.
            <Order key={reasons.map(({ id }) => id).join(',')} reasons={reasons} place={place} />
          )
        }
      </Loaded>
    </div>
  )
}

interface OrderProps {
  readonly reasons: readonly Reason[]
  readonly place: Place
}

/** Orders that are not kept yet, by place, and the order that each was made from: they outlive the screen. */
const unkept = new Map<string, { readonly of: string; readonly order: readonly number[] }>()

function Order({ reasons, place }: OrderProps) {
  const ids = reasons.map(({ id }) => id)
  const [order, setOrder] = useState(() => {
    const last = unkept.get(place.path)
    return last?.of === ids.join(',') ? last.order : ids
  })
  const [said, setSaid] = useState('')
  const isChanged = order.join(',') !== ids.join(',')
  const known = new Map(reasons.map((reason) => [reason.id, reason]))
  const mayOrder = may(place, 'deletion-types order')

  function put(next: readonly number[]) {
    unkept.set(place.path, { of: ids.join(','), order: next })
    setOrder(next)
  }

  function move(id: number, by: 1 | -1) {
    const at = order.indexOf(id)
    const to = at + by
    if (!mayOrder || to < 0 || to >= order.length) return
    const next = order.toSpliced(at, 1).toSpliced(to, 0, id)
    put(next)
    setSaid(`${known.get(id)?.description ?? ''}: ${to + 1} of ${order.length}`)
  }

  function press(event: KeyboardEvent, id: number) {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    if (!event.altKey || by === null) return
    event.preventDefault()
    move(id, by)
    const { currentTarget, target } = event
    // The moved row keeps the focus.
    requestAnimationFrame(() => {
      if (currentTarget.contains(target as Node)) (target as HTMLElement).focus()
    })
  }

  return (
    <>
      <ol className="reasons">
        {order.map((id, at) => {
          const { description = '', asksForWords = false } = known.get(id) ?? {}
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key of the controls in it
            <li key={id} onKeyDown={(event) => press(event, id)}>
              <span className="said">
                {description}
                {asksForWords && <span className="tag calm">asks for details</span>}
              </span>
              <Moves
                at={at}
                last={order.length - 1}
                name={description}
                mayMove={mayOrder}
                onMove={(by) => move(id, by)}
              />
              <RowActs id={id} name={description} place={place} />
            </li>
          )
        })}
      </ol>
      <p className="unseen" role="status">
        {said}
      </p>
      {isChanged && (
        <div className="acts">
          <Button
            onClick={() =>
              askFor({ name: 'deletion-types order', place, preset: { ids: order.join(',') } })
            }
          >
            Keep this order…
          </Button>
          <Button look="secondary" onClick={() => put(ids)}>
            Undo
          </Button>
        </div>
      )}
    </>
  )
}

interface MovesProps {
  readonly at: number
  readonly last: number
  readonly name: string
  readonly mayMove: boolean
  readonly onMove: (by: 1 | -1) => void
}

/** They stay focusable at the ends of the list, so that the focus is not lost there. */
function Moves({ at, last, name, mayMove, onMove }: MovesProps) {
  if (!mayMove) return null
  return (
    <>
      <button type="button" className="plain" aria-disabled={at === 0} onClick={() => onMove(-1)}>
        Up<span className="unseen"> {name}</span>
      </button>
      <button type="button" className="plain" aria-disabled={at === last} onClick={() => onMove(1)}>
        Down<span className="unseen"> {name}</span>
      </button>
    </>
  )
}

interface RowProps {
  readonly id: number
  readonly name: string
  readonly place: Place
}

function RowActs({ id, name, place }: RowProps) {
  const acts = [
    ['deletion-types change', 'Change'],
    ['deletion-types remove', 'Remove'],
  ] as const
  return acts
    .filter(([act]) => may(place, act))
    .map(([act, title]) => (
      <button
        key={act}
        type="button"
        className="plain"
        onClick={() => askFor({ name: act, place, preset: { id } })}
      >
        {title}
        <span className="unseen"> {name}</span>…
      </button>
    ))
}
