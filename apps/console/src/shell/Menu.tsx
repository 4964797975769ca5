import type { Me } from '@gatehouse/contract/console/me'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { menuOf } from '../api/screens.ts'
import type { Place } from '../api/useMe.ts'

interface Props {
  readonly me: Me
  readonly place: Place | undefined
}

/** The screens of the person's roles, by the part of the work. */
export function Menu({ me, place }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <nav className="menu" aria-label="Console">
      <button
        type="button"
        className="menu-button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Menu
      </button>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- closes behind what was chosen in it */}
      <div
        id={id}
        className="menu-body"
        data-open={isOpen}
        onClick={(event) => {
          if ((event.target as Element).closest('a') !== null) setOpen(false)
        }}
      >
        <ul>
          <li>
            <Link to="/" activeOptions={{ exact: true }}>
              Start
            </Link>
          </li>
        </ul>
        {place !== undefined && <Groups me={me} place={place} />}
      </div>
    </nav>
  )
}

function Groups({ me, place }: { readonly me: Me; readonly place: Place }) {
  const params = { place: place.path }
  const id = useId()
  return (
    <>
      {menuOf(place).map(({ title, screens }) => (
        <div key={title} className="menu-group">
          <p className="menu-title" id={`${id}${title}`}>
            {title}
          </p>
          <ul aria-labelledby={`${id}${title}`}>
            {screens.map(({ to, path, title: screen }) => (
              <li key={path}>
                <Link to={to} params={params}>
                  {screen}
                  {path === 'approvals' && <Badge of={me.approvals} />}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <ul className="menu-end">
        <li>
          <Link to="/$place" params={params} activeOptions={{ exact: true }}>
            All actions
          </Link>
        </li>
      </ul>
    </>
  )
}

function Badge({ of: count }: { readonly of: number }) {
  if (count === 0) return null
  return (
    <span className="badge">
      {count}
      <span className="unseen"> for you to decide</span>
    </span>
  )
}
