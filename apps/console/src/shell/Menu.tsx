import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { menuOf } from '../api/screens.ts'
import type { Place } from '../api/useMe.ts'
import { Badge } from '../lists/Badge.tsx'

interface Props {
  readonly place: Place
}

/** The screens of the person's roles, by the part of the work. */
export function Menu({ place }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <nav className="menu" aria-label="Console">
      <button
        type="button"
        className="button"
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
        <Groups place={place} />
      </div>
    </nav>
  )
}

function Groups({ place }: Props) {
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
                  {path === 'approvals' && <Badge of={place} />}
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
