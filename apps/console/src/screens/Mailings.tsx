import { Link, useSearch } from '@tanstack/react-router'
import { often, useLook } from '../api/useLook.ts'
import { may, type Place } from '../api/useMe.ts'
import { Moment } from '../lists/Moment.tsx'
import { Person } from '../lists/Person.tsx'
import { Loaded } from '../lists/states.tsx'
import { Editor } from '../mailings/Editor.tsx'
import { MailBeside, usePreview } from '../mailings/MailBeside.tsx'
import { isUnderWay, type WholeMailing } from '../mailings/mailing.ts'
import { MailingList, Progress, StopButton } from '../mailings/MailingList.tsx'
import { forThose } from './missing.tsx'

const from = '/$place/mailings'

/** The mailings of a deployment, or one of them. */
export const Mailings = forThose('mailings list', ({ place }) => {
  const { mailing } = useSearch({ from })
  return mailing === undefined ? (
    <ListOf place={place} />
  ) : (
    <OneOf key={mailing} place={place} mailing={mailing} />
  )
})

function ListOf({ place }: { readonly place: Place }) {
  const order = { deployment: place.path }
  const look = useLook('mailings list', order, {
    every: (mailings) => mailings?.some(isUnderWay) === true && often,
  })
  return (
    <div className="screen">
      <h1>Mailings</h1>
      <p className="lead">
        Mails to players who subscribed to a newsletter. Confirmation and recovery mails are sent
        first.
      </p>
      {may(place, 'mailings save') && (
        <div className="acts">
          <Link
            className="button"
            to={from}
            params={{ place: place.path }}
            search={{ mailing: 'new' }}
          >
            New mailing
          </Link>
        </div>
      )}
      <Loaded from={look}>{(mailings) => <MailingList mailings={mailings} place={place} />}</Loaded>
    </div>
  )
}

interface OneProps {
  readonly place: Place
  readonly mailing: string
}

function OneOf({ place, mailing }: OneProps) {
  const isNew = mailing === 'new'
  const order = { deployment: place.path, mailing: Number(mailing) }
  const lists = useLook('newsletters list', { deployment: place.path })
  const known = useLook('mailings show', order, {
    isWanted: !isNew,
    every: (one) => one !== undefined && isUnderWay(one) && often,
  })
  return (
    <div className="screen">
      <h1>{isNew ? 'New mailing' : `Mailing ${mailing}`}</h1>
      <p>
        <Link to={from} params={{ place: place.path }} activeOptions={{ exact: true }}>
          All mailings
        </Link>
      </p>
      <Loaded from={lists}>
        {(all) =>
          isNew ? (
            <Editor place={place} known={null} lists={all} />
          ) : (
            <Loaded from={known}>
              {(one) =>
                one.state === 'draft' || one.state === 'waits' ? (
                  <Editor place={place} known={one} lists={all} />
                ) : (
                  <Started place={place} mailing={one} />
                )
              }
            </Loaded>
          )
        }
      </Loaded>
    </div>
  )
}

/** A mailing that was started: how far it is, and its mail. */
function Started({ place, mailing }: { readonly place: Place; readonly mailing: WholeMailing }) {
  const preview = usePreview(place.path, mailing)
  const { state, at, startedBy, startedByPerson, listName } = mailing
  return (
    <>
      <section className="card">
        <p>
          <span className="tag calm">{state}</span> {mailing.subject}, to {listName}, by{' '}
          <Person name={startedBy ?? ''} mark={startedByPerson} />
          {at !== null && (
            <>
              , <Moment of={at} isFull />
            </>
          )}
        </p>
        <Progress of={mailing} />
        {isUnderWay(mailing) && may(place, 'mailings stop') && (
          <StopButton of={mailing} place={place} />
        )}
      </section>
      <MailBeside deployment={place.path} words={mailing} listName={listName} preview={preview} />
    </>
  )
}
