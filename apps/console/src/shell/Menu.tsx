import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { byTopic, hasPage, verbOf } from '../api/actWords.ts'
import { askFor } from '../acts/openAct.ts'
import type { Place } from '../api/useMe.ts'
import { Badge } from '../lists/Badge.tsx'
import { actsOfScreens, screensOf } from '../api/screens.ts'

interface Props {
  readonly place: Place
}

/** The screens, and every act of the person's roles by its topic. */
export function Menu({ place }: Props) {
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
          <Screens place={place} />
        </ul>
        <Topics place={place} />
      </div>
    </nav>
  )
}

function Screens({ place }: Props) {
  const params = { place: place.path }
  return (
    <>
      {screensOf(place).map(({ to, path, title }) => (
        <li key={path}>
          <Link to={to} params={params}>
            {title}
            {path === 'approvals' && <Badge of={place} />}
          </Link>
        </li>
      ))}
    </>
  )
}

/** They have their own screens. */
function Topics({ place }: Props) {
  const topics = [...byTopic(place.acts.filter((name) => !actsOfScreens.has(name)))]
  return (
    <>
      <p className="menu-title">{place.title}: all acts</p>
      {topics.map(([topic, names]) => (
        <details key={`${place.path} ${topic}`} className="topic">
          <summary>{topic}</summary>
          <ul>
            {names.map((name) => (
              <li key={name}>
                {hasPage(name) ? (
                  <Link
                    to="/$place/look/$"
                    params={{ place: place.path, _splat: name.replaceAll(' ', '/') }}
                  >
                    {verbOf(name)}
                  </Link>
                ) : (
                  <button type="button" className="plain" onClick={() => askFor({ name, place })}>
                    {verbOf(name)}…
                  </button>
                )}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </>
  )
}
