import { Link, useParams } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { may, type Place, placeAt, useMe } from '../api/useMe.ts'

export function NotFound() {
  return (
    <div className="screen">
      <h1>Not found</h1>
      <p>There is no such page. The end of the address may be missing.</p>
      <p>
        <Link to="/">Go to Start</Link>
      </p>
    </div>
  )
}

/** A screen of another role, or of a deployment in which the person has none. */
function NotForYou() {
  return (
    <div className="screen">
      <h1>Not for your role</h1>
      <p>
        Your roles do not open this screen, or this deployment does not exist. Roles come from the
        studio’s groups: a lead or an operator can change them.
      </p>
      <p>
        <Link to="/">Go to Start</Link>
      </p>
    </div>
  )
}

interface Props {
  readonly path: string
  readonly act: string
  readonly children: (place: Place) => ReactNode
}

/** A screen for those who may order the act that it lives by. */
export function ForThose({ path, act, children }: Props) {
  const place = placeAt(useMe(), path)
  return place !== undefined && may(place, act) ? children(place) : <NotForYou />
}

/** A screen of a deployment for those who may order the act that it lives by; each place has its own. */
export function forThose(act: string, Of: ComponentType<{ readonly place: Place }>) {
  return function Screen() {
    const { place: path = '' }: { readonly place?: string } = useParams({ strict: false })
    return (
      <ForThose path={path} act={act}>
        {(place) => <Of key={path} place={place} />}
      </ForThose>
    )
  }
}
