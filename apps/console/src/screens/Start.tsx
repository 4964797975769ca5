import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { may, placeAt, placesOf, useMe } from '../api/useMe.ts'
import { Name } from '../lists/Name.tsx'
import { PlaceName } from '../lists/Sign.tsx'
import { Empty } from '../lists/states.tsx'
import { lastPlayers } from './openPlayer.ts'
import { StartPlaces } from './StartPlaces.tsx'
import { StartSearch } from './StartSearch.tsx'
import { StartWaiting } from './StartWaiting.tsx'

/** The desk: a field for whoever calls, what waits, where the person left off, and all deployments. */
export function Start() {
  const me = useMe()
  const places = placesOf(me)
  const head = (
    <>
      <h1>Start</h1>
      <p className="hello">Hello, {me.name}.</p>
    </>
  )
  return (
    <div className="screen desk">
      {places.some((place) => may(place, 'players find')) ? (
        <StartSearch>{head}</StartSearch>
      ) : (
        <header className="hero">{head}</header>
      )}
      {places.length === 0 ? (
        <Empty title="No deployment is yours">
          Ask a lead or an operator for a role; it comes with the groups of your account.
        </Empty>
      ) : (
        <>
          <StartWaiting />
          <LastPlayers />
          <StartPlaces />
        </>
      )}
    </div>
  )
}

function LastPlayers() {
  const me = useMe()
  const [players] = useState(lastPlayers)
  const own = players.flatMap((player) => {
    const place = placeAt(me, player.place)
    return place !== undefined && may(place, 'players show') ? [{ ...player, place }] : []
  })
  if (own.length === 0) return null
  return (
    <section>
      <h2>Last players</h2>
      <ul className="rows lasts">
        {own.map(({ place, id, username }) => (
          <li key={`${place.path} ${id}`}>
            <PlaceName of={place} />{' '}
            <Link to="/$place/players/$id" params={{ place: place.path, id: String(id) }}>
              <Name of={username} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
