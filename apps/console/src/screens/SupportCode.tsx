import { cleanText } from '@gatehouse/contract/cleanText'
import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import { Button } from '@gatehouse/ui/Button'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useKeyedOrder } from '../acts/useKeyedOrder.ts'
import type { Place } from '../api/useMe.ts'
import { Moment } from '../lists/Moment.tsx'
import { Name } from '../lists/Name.tsx'
import { RefusalNotice } from '../lists/states.tsx'
import { Value } from '../lists/Value.tsx'
import { forThose } from './missing.tsx'

type Opened = AnswerOf<'support-codes open'>

/** Explains a refusal by the code that a player reads out. */
export const SupportCode = forThose('support-codes open', Form)

function Form({ place }: { readonly place: Place }) {
  const [code, setCode] = useState('')
  const [name, setName] = useState('')
  const order = useKeyedOrder()
  const open = useMutation({
    mutationFn: async () => {
      const typed = cleanText('login', name)
      const given = {
        code: cleanText('code', code),
        deployment: place.path,
        ...(typed !== '' && { name: typed }),
      }
      return (await order('support-codes open', { order: given })).data as Opened
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (cleanText('code', code) !== '') open.mutate()
  }

  return (
    <div className="screen">
      <h1>Support code</h1>
      <p className="lead">
        A player reads it out. It says what they saw and why, and never what they typed.
      </p>
      <form className="filters" onSubmit={submit}>
        <label>
          Code
          <input
            name="code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
            placeholder="K7M4-9QTX-2A"
            autoComplete="off"
            spellCheck={false}
            data-search
          />
        </label>
        <label>
          Name or address that the player says (optional)
          <input
            name="name"
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        </label>
        <Button type="submit" isBusy={open.isPending}>
          Explain
        </Button>
      </form>
      {open.error !== null && <RefusalNotice error={open.error} />}
      {open.data !== undefined && <Explained opened={open.data} place={place} />}
    </div>
  )
}

function Explained({ opened, place }: { readonly opened: Opened; readonly place: Place }) {
  const { words, why, helps, until, player, nameTyped, at, openUntil, limit } = opened
  const { screen, shown, language, browser, call, status, requestId } = opened
  return (
    <div role="status">
      <section className="card effect">
        <h2>{why}</h2>
        <p>{helps}</p>
        {until !== null && (
          <p>
            It ends <Moment of={until} isFull />.
          </p>
        )}
        {nameTyped !== null && (
          <p>
            The player typed <strong>{nameTyped}</strong> as what was said.
          </p>
        )}
      </section>
      <section>
        <h2>The player read</h2>
        <ul className="plain">
          {words.map(({ code, read, english }) => (
            <li key={code}>
              <q lang={language}>{read}</q>
              {read !== english && <span className="quiet"> {english}</span>} <code>{code}</code>
            </li>
          ))}
        </ul>
        {shown !== '' && (
          <p>
            Their screen showed, as the browser says: <q lang={language}>{shown}</q>
          </p>
        )}
      </section>
      {player !== null && (
        <p>
          The player was signed in:{' '}
          <Link to="/$place/players/$id" params={{ place: place.path, id: String(player.id) }}>
            <Name of={player.username} />
          </Link>
        </p>
      )}
      <Value
        of={{
          at,
          'screen, as the browser says': screen,
          'browser, as it says': browser,
          language,
          call,
          status,
          limit,
          requestId,
          openUntil,
        }}
      />
    </div>
  )
}
