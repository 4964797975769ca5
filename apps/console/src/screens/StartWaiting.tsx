import { requestFor } from '@gatehouse/contract/acts/titles'
import type { Me, Waiting } from '@gatehouse/contract/console/me'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLook, useLooks } from '../api/useLook.ts'
import { may, type Place, placesOf, useMe } from '../api/useMe.ts'
import { inOwnTime, Moment } from '../lists/Moment.tsx'
import { Name } from '../lists/Name.tsx'
import { Person } from '../lists/Person.tsx'
import { PlaceName } from '../lists/Sign.tsx'
import { RefusalNotice, Skeleton } from '../lists/states.tsx'
import { Progress } from '../mailings/MailingList.tsx'
import { isUnderWay } from '../mailings/mailing.ts'

/** Milliseconds between two looks at what goes on. */
const pause = 30_000

interface Item {
  readonly key: string
  readonly words: ReactNode
  readonly place: Place
}

/** What the person can do something about, in all deployments: what is to be decided first. */
export function StartWaiting() {
  const me = useMe()
  const mailings = useMailings(placesOf(me))
  const health = useHealth(me)
  const items = [...requestsOf(me), ...mailings.items, ...health.items]
  const errors = [...mailings.errors, health.error].filter((error) => error !== null)
  const isKnown = !mailings.isPending && !health.isPending
  return (
    <section aria-label="Waiting">
      <h2>Waiting</h2>
      {errors[0] !== undefined && <RefusalNotice error={errors[0]} />}
      <p role="status" className={items.length === 0 ? undefined : 'unseen'}>
        {isKnown && (errors.length === 0 || items.length > 0) && countWords(items.length)}
      </p>
      {!isKnown && <Skeleton />}
      {items.length > 0 && (
        <ul className="rows waiting">
          {items.map(({ key, words, place }) => (
            <li key={key}>
              <PlaceName of={place} />
              <span>{words}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function countWords(count: number): string {
  if (count === 0) return 'Nothing is waiting for you.'
  return count === 1 ? '1 thing is waiting.' : `${count} things are waiting.`
}

/** What is to be decided is before files, and those before what colleagues decide. */
const rank = ({ mayDecide, fileUntil }: Waiting) => (mayDecide ? 0 : fileUntil === null ? 2 : 1)

function requestsOf(me: Me): readonly Item[] {
  const places = placesOf(me)
  return me.waiting
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap((request) => {
      const { id, deployment } = request
      const place = places.find((each) => (each.deployment?.name ?? null) === deployment)
      if (place === undefined) return []
      return [{ key: id, place, words: <RequestWords of={request} place={place} /> }]
    })
}

function RequestWords({ of, place }: { readonly of: Waiting; readonly place: Place }) {
  const { id, act, about, askedBy, askedAt, expiresAt, mayDecide, fileUntil } = of
  const link = (
    <Link to="/$place/approvals/$id" params={{ place: place.path, id }}>
      <Name of={requestFor(act, about)} />
    </Link>
  )
  if (fileUntil !== null) {
    return (
      <>
        Your file is ready: {link}, until <Moment of={fileUntil} isSoon />.
      </>
    )
  }
  if (mayDecide) {
    return (
      <>
        <Person name={askedBy.name} mark={askedBy.person} /> asks for {link},{' '}
        <Moment of={askedAt} isAge />.
      </>
    )
  }
  return (
    <>
      You asked for {link}, <Moment of={askedAt} isAge />. A colleague decides on it until{' '}
      <Moment of={expiresAt} isSoon />.
    </>
  )
}

/** The mailings of all deployments that are being sent. */
function useMailings(places: readonly Place[]) {
  const own = places.filter((place) => may(place, 'mailings list'))
  const looks = useLooks(
    'mailings list',
    own.map(({ path }) => ({ deployment: path, limit: 20 })),
    { every: () => pause },
  )
  const items = looks.flatMap(({ data = [] }, at): readonly Item[] => {
    const place = own[at]
    if (place === undefined) return []
    return data.filter(isUnderWay).map((mailing) => ({
      key: `${place.path} ${mailing.mailing}`,
      place,
      words: (
        <>
          <Link
            to="/$place/mailings"
            params={{ place: place.path }}
            search={{ mailing: String(mailing.mailing) }}
          >
            <Name of={mailing.subject} />
          </Link>{' '}
          {mailing.state === 'scheduled' ? (
            <>
              begins <Moment of={mailing.at} isSoon />
            </>
          ) : (
            <>
              is being sent: <Progress of={mailing} />
            </>
          )}
        </>
      ),
    }))
  })
  const isPending = looks.some(({ isLoading }) => isLoading)
  return { items, isPending, errors: looks.map(({ error }) => error) }
}

/** The parts of the server that are not good, each in its words. */
function useHealth(me: Me) {
  const house = placesOf(me).find(({ deployment }) => deployment === null)
  const {
    data = [],
    error,
    isLoading: isPending,
  } = useLook('health show', {}, { isWanted: may(house, 'health show'), every: () => pause })
  if (house === undefined) return { items: [], isPending, error: null }
  const items = data
    .filter(({ isGood }) => !isGood)
    .map(({ part, status }) => ({
      key: part,
      place: house,
      words: (
        <>
          <Link to="/$place/health" params={{ place: house.path }}>
            The {part} needs a look
          </Link>
          : {inOwnTime(status)}
        </>
      ),
    }))
  return { items, isPending, error }
}
