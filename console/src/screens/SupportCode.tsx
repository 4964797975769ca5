import { Button } from '@gatehouse/ui/Button'
import { useMutation } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { order } from '../api/session.ts'
import { may, type Place } from '../api/useMe.ts'
import { Moment } from '../lists/Moment.tsx'
import { Name } from '../lists/Name.tsx'
import { RefusalNotice } from '../lists/states.tsx'
import { ForThose } from './missing.tsx'

interface Incident {
  readonly at: string
  readonly screen: string
  readonly language: string
  readonly browser: string
  readonly call: string
  readonly status: number
  readonly words: readonly {
    readonly code: string
    readonly read: string
    readonly english: string
  }[]
  readonly why: string
  readonly helps: string
  readonly until: string | null
  readonly limit: {
    readonly name: string
    readonly most: number
    readonly seconds: number
  } | null
  readonly requestId: string
  readonly player: { readonly id: number; readonly username: string } | null
  readonly nameTyped: string | null
  readonly openUntil: string
}

export function SupportCode() {
  const { place: path } = useParams({ from: '/$place/support' })
  return (
    <ForThose path={path} act="incidents open">
      {(place) => <Ask key={path} place={place} />}
    </ForThose>
  )
}

/** A code that a player reads out, and what went wrong for the player. Neither is in an address. */
function Ask({ place }: { readonly place: Place }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const look = useMutation({
    async mutationFn({ code, name }: { readonly code: string; readonly name: string }) {
      const given = { code, deployment: place.path, ...(name !== '' && { name }) }
      return (await order('incidents open', { order: given }, crypto.randomUUID())).data as Incident
    },
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const textOf = (name: string) => {
      const value = typed.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    if (textOf('code') !== '') look.mutate({ code: textOf('code'), name: textOf('name') })
  }

  return (
    <div className="screen">
      <h1>Support code</h1>
      <p className="lead">
        The player reads it below a refusal. It says what went wrong, and opens nothing.
      </p>
      <form className="filters" onSubmit={submit}>
        <label>
          Support code
          <input
            ref={field}
            name="code"
            data-search
            autoComplete="off"
            spellCheck={false}
            placeholder="K7M4-9QTX-2A"
          />
        </label>
        <label>
          The player says to be (optional)
          <input name="name" autoComplete="off" spellCheck={false} />
        </label>
        <Button type="submit" isBusy={look.isPending}>
          Explain
        </Button>
      </form>
      {look.error !== null && <RefusalNotice error={look.error} />}
      {look.data !== undefined && <Explained incident={look.data} place={place} />}
    </div>
  )
}

function Explained({ incident, place }: { readonly incident: Incident; readonly place: Place }) {
  const { why, helps, until, words, player, nameTyped, limit } = incident
  return (
    <>
      <section className="card effect" role="status">
        <h2>What happened</h2>
        <p>{why}</p>
        <h2>What helps</h2>
        <p>
          {helps}
          {until !== null && (
            <>
              {' '}
              It ends on <Moment of={until} isFull />.
            </>
          )}
        </p>
      </section>
      <dl className="facts">
        {words.map(({ code, read, english }) => (
          <Fact key={code} title="The player read">
            <q>
              <Name of={read} />
            </q>
            {english !== read && <span className="quiet"> · {english}</span>}{' '}
            <span className="code">{code}</span>
          </Fact>
        ))}
        {nameTyped !== null && <Fact title="The name that was typed">{nameTyped}</Fact>}
        <Fact title="When">
          <Moment of={incident.at} isFull />
        </Fact>
        {limit !== null && (
          <Fact title="Limit">{`${limit.name}: ${limit.most} in ${limit.seconds} seconds`}</Fact>
        )}
        <Fact title="As the browser says">
          <Name of={`${incident.screen} · ${incident.language} · ${incident.browser}`} />
        </Fact>
        <Fact title="Request">
          <code>{`${incident.call} ${incident.status} ${incident.requestId}`}</code>
        </Fact>
        {player !== null && (
          <Fact title="Signed in then">
            {may(place, 'players show') ? (
              <Link to="/$place/players/$id" params={{ place: place.path, id: String(player.id) }}>
                <Name of={player.username} />
              </Link>
            ) : (
              <Name of={player.username} />
            )}
          </Fact>
        )}
        <Fact title="The code is good until">
          <Moment of={incident.openUntil} />
        </Fact>
      </dl>
    </>
  )
}

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}
