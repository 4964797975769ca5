import type { Me } from '@gatehouse/contract/console/me'
import { Link, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { type Place, placesOf } from '../api/useMe.ts'
import { pathIn } from './choices.ts'
import { leave } from '../acts/leave.ts'
import { Badge } from '../lists/Badge.tsx'
import { Mark } from '../lists/Person.tsx'
import { PlaceName } from '../lists/Sign.tsx'

interface Props {
  readonly me: Me
  readonly here: Place | undefined
  readonly onPalette: () => void
  readonly onKeys: () => void
  /** True where tables have little space between their rows. */
  readonly isCompact: boolean
  readonly onCompact: () => void
}

/** Says where the person is: the deployment, in its colour, and whether it is the real one. */
export function Bar({ me, here, onPalette, onKeys, isCompact, onCompact }: Props) {
  const places = placesOf(me)
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <header className="bar">
      <Link to="/" className="home">
        <span className="sign" data-theme="" aria-hidden="true" />
        <span className="home-name">Console</span>
      </Link>
      {places.length === 1 && (
        <Link to={pathIn(places[0] as Place, pathname)} className="home">
          <PlaceName of={places[0] as Place} />
        </Link>
      )}
      {places.length > 1 && (
        <Disclosure
          label={here === undefined ? 'Choose a deployment' : <PlaceName of={here} />}
          note={here === undefined ? '' : ', change the deployment'}
        >
          {places.map((place) => (
            <li key={place.path}>
              <Link
                to={pathIn(place, pathname)}
                aria-current={place.path === here?.path ? 'true' : undefined}
              >
                <PlaceName of={place} />
                {place.deployment?.isProduction === true && <span className="tag">production</span>}
                <Badge of={place} />
              </Link>
            </li>
          ))}
        </Disclosure>
      )}
      {here?.deployment?.isProduction === true && (
        <strong className="production">PRODUCTION</strong>
      )}
      <button type="button" className="search-all" onClick={onPalette}>
        Go to… <kbd>Ctrl K</kbd>
      </button>
      <Disclosure
        label={
          <>
            <span className="initials" data-letters={initialsOf(me.name)} />
            <span className="my-name">{me.name}</span>
          </>
        }
        note=", you"
        isEnd
      >
        <li className="about">
          {me.email}
          <Mark of={me.person} />
        </li>
        <li className="about">{rolesOf(me, here)}</li>
        <li>
          <Link to="/sessions">My sessions</Link>
        </li>
        <li>
          <button type="button" aria-pressed={isCompact} onClick={onCompact}>
            Compact tables
          </button>
        </li>
        <li>
          <button type="button" onClick={onKeys}>
            Keys
          </button>
        </li>
        <li>
          <button type="button" onClick={leave}>
            Sign out
          </button>
        </li>
      </Disclosure>
    </header>
  )
}

function rolesOf({ deployments, house }: Me, here: Place | undefined): string {
  const roles = here?.roles ?? [...deployments, house].flatMap((each) => each.roles)
  return [...new Set(roles)].join(', ')
}

const initialsOf = (name: string) =>
  name
    .split(' ')
    .map((part) => part.charAt(0))
    .slice(0, 2)
    .join('')

const close = (element: HTMLElement) => element.closest('details')?.removeAttribute('open')

interface DisclosureProps {
  readonly label: ReactNode
  /** Said after the label, and not shown. */
  readonly note: string
  readonly isEnd?: boolean
  readonly children: ReactNode
}

/** A list below its button, by the browser's own means; leaving it closes it. */
function Disclosure({ label, note, isEnd = false, children }: DisclosureProps) {
  const list = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    // A press on the page moves no focus, nor does one on a button in Safari.
    const leave = ({ target }: Event) => {
      if (list.current?.contains(target as Node) === false) close(list.current)
    }
    document.addEventListener('pointerdown', leave)
    return () => document.removeEventListener('pointerdown', leave)
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it listens to what is in it
    <details
      ref={list}
      className="disclosure"
      data-end={isEnd || undefined}
      onBlur={(event) => {
        const next = event.relatedTarget
        if (next !== null && !event.currentTarget.contains(next)) close(event.currentTarget)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        close(event.currentTarget)
        event.currentTarget.querySelector('summary')?.focus()
      }}
      onClick={(event) => {
        if ((event.target as Element).closest('a, button') !== null) close(event.currentTarget)
      }}
    >
      <summary>
        {label}
        <span className="unseen">{note}</span>
      </summary>
      <ul>{children}</ul>
    </details>
  )
}
