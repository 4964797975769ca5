import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useLook } from '../api/useLook.ts'
import { may, type Place, placesOf, useMe } from '../api/useMe.ts'
import { screensOf } from '../api/screens.ts'
import { inOwnTime } from '../lists/Moment.tsx'
import { Name } from '../lists/Name.tsx'
import { State } from '../lists/State.tsx'
import { Empty, Loaded } from '../lists/states.tsx'
import { lastPlayers } from './openPlayer.ts'

/** The first screen: the deployments of the person, and where they left off. */
export function Start() {
  const me = useMe()
  const places = placesOf(me)
  return (
    <div className="screen">
      <h1>Start</h1>
      <p className="lead">
        Hello, {me.name}.{' '}
        {me.approvals === 0
          ? 'Nothing waits for you.'
          : me.approvals === 1
            ? 'One request waits for you.'
            : `${me.approvals} requests wait for you.`}
      </p>
      {places.length === 0 && (
        <Empty title="No deployment is yours">
          Ask a lead or an operator for a role; it comes with the groups of your account.
        </Empty>
      )}
      {may(me.house, 'health show') && <Health />}
      <div className="cards">
        {places.map((place) => (
          <PlaceCard key={place.path} place={place} />
        ))}
      </div>
      <LastPlayers />
    </div>
  )
}

/** A line for operators: the parts of the server that answers, and what is wrong with them. */
function Health() {
  const health = useLook('health show', {})
  return (
    <section aria-label="Health">
      <Loaded from={health}>
        {(parts) => (
          <ul className="health">
            {parts.map(({ part, status, isGood }) => (
              <li key={part} data-good={isGood}>
                <State of={part} kind={isGood ? 'good' : 'failed'} />
                {inOwnTime(status)}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

function PlaceCard({ place }: { readonly place: Place }) {
  const params = { place: place.path }
  return (
    <section className="card">
      <h2>
        {place.title}
        {place.deployment?.isProduction === true && <span className="tag">production</span>}
      </h2>
      <p className="quiet">{place.roles.join(', ')}</p>
      <ul className="links">
        {screensOf(place).map(({ to, path, title }) => (
          <li key={path}>
            <Link to={to} params={params}>
              {title}
            </Link>
          </li>
        ))}
        <li>
          <Link to="/$place" params={params}>
            All actions
          </Link>
        </li>
      </ul>
    </section>
  )
}

function LastPlayers() {
  const [players] = useState(lastPlayers)
  if (players.length === 0) return null
  return (
    <section>
      <h2>Last players</h2>
      <ul className="links">
        {players.map(({ place, id, username }) => (
          <li key={`${place} ${id}`}>
            <Link to="/$place/players/$id" params={{ place, id: String(id) }}>
              <Name of={username} />
            </Link>{' '}
            <span className="quiet">{place}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
