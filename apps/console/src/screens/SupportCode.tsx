import { actTitle } from '@gatehouse/contract/acts/titles'
import { cleanText } from '@gatehouse/contract/cleanText'
import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import { directionOf } from '@gatehouse/contract/direction'
import { isLanguage } from '@gatehouse/contract/languages'
import { Button } from '@gatehouse/ui/Button'
import { Icon } from '@gatehouse/ui/Icon'
import { Notice } from '@gatehouse/ui/Notice'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ActButton } from '../acts/ActButton.tsx'
import { say } from '../acts/toasts.ts'
import { rowOf } from '../api/actWords.ts'
import { RefusalError } from '../api/call.ts'
import { useLook } from '../api/useLook.ts'
import { may, type Place, placeAt, useMe } from '../api/useMe.ts'
import { Moment } from '../lists/Moment.tsx'
import { Name } from '../lists/Name.tsx'
import { RefusalNotice } from '../lists/states.tsx'
import { Value } from '../lists/Value.tsx'
import { forThose } from './missing.tsx'
import { StateWords } from './Player.tsx'

type Case = AnswerOf<'support-codes open'>

/** Leads from the code that a player reads out to the solution. A code in the address is opened at once. */
export const SupportCode = forThose('support-codes open', Form)

function Form({ place }: { readonly place: Place }) {
  const { code: asked = '' } = useSearch({ from: '/$place/support' })
  const navigate = useNavigate()
  const [code, setCode] = useState(asked)
  const [name, setName] = useState('')
  const [askedName, setAskedName] = useState('')
  const opened = useLook(
    'support-codes open',
    { code: asked, deployment: place.path, ...(askedName !== '' && { name: askedName }) },
    { isWanted: asked !== '' },
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = { code: cleanText('code', code), name: cleanText('login', name) }
    if (typed.code === '') return
    // Pressed twice it is one look.
    if (typed.code === asked && typed.name === askedName) {
      void opened.refetch({ cancelRefetch: false })
      return
    }
    setAskedName(typed.name)
    const to = { to: '/$place/support', params: { place: place.path } } as const
    void navigate({ ...to, search: { code: typed.code } })
  }

  return (
    <div className="screen">
      <h1>Support code</h1>
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
        <Button type="submit" isBusy={opened.isFetching}>
          Explain
        </Button>
      </form>
      {opened.error !== null && <Refused error={opened.error} code={asked} />}
      {opened.data === undefined ? (
        <p className="about">
          A player reads the code out. It says what they saw and why, and never what they typed.
        </p>
      ) : (
        opened.error === null && <Explained of={opened.data} place={place} />
      )}
    </div>
  )
}

/** A code of another deployment of the person leads there. */
function Refused({ error, code }: { readonly error: unknown; readonly code: string }) {
  const me = useMe()
  const isElsewhere = error instanceof RefusalError && error.code === 'CODE_ELSEWHERE'
  const { deployment } = (isElsewhere ? error.data : {}) as { readonly deployment?: string }
  const there = placeAt(me, deployment)
  if (there === undefined) return <RefusalNotice error={error} />
  return (
    <Notice>
      <p>This code is of {there.title}.</p>
      <p>
        <Link
          className="button"
          to="/$place/support"
          params={{ place: there.path }}
          search={{ code }}
        >
          Open it in {there.title}
        </Link>
      </p>
    </Notice>
  )
}

interface CaseProps {
  readonly of: Case
  readonly place: Place
}

function Explained({ of, place }: CaseProps) {
  const { at, openUntil, screen, browser, language, call, status, cause, limit, requestId } = of
  const { why, helps, nameTyped, elsewhere } = of
  return (
    <div role="status" className="case">
      <Seen of={of} />
      <section className="card">
        <h2>The account</h2>
        <Account of={of.account} place={place} isProven={of.player !== null} />
        {of.other !== null && (
          <>
            <h3>In its way</h3>
            <Account of={of.other} place={place} isProven={false} />
          </>
        )}
      </section>
      <section className="card effect">
        <h2>{why}</h2>
        <p>{helps}</p>
        {nameTyped !== null && (
          <p>
            {nameTyped === 'same'
              ? 'It is the name that the player typed.'
              : 'The player typed another name than this one.'}
          </p>
        )}
        {elsewhere.map((found) => (
          <Elsewhere key={found.deployment} of={found} />
        ))}
        <Help of={of} place={place} />
      </section>
      <Spoken of={of} />
      <details>
        <summary>More about the request</summary>
        <Value
          of={{
            at,
            'screen, as the browser says': screen,
            'browser, as it says': browser,
            language,
            call,
            status,
            cause,
            limit,
            requestId,
            openUntil,
          }}
        />
      </details>
    </div>
  )
}

/** The props of a text in a player's language; one that we do not know is read as English. */
function inLanguage(language: string) {
  return isLanguage(language)
    ? { lang: language, dir: directionOf(language) }
    : { lang: 'en', dir: 'ltr' }
}

const languageName = new Intl.DisplayNames(['en'], { type: 'language' })

/** The refusal as it stood on the player's screen. */
function Seen({ of }: { readonly of: Case }) {
  const { words, shown, language, browser, until, capsLock, at } = of
  const english = words.map((each) => each.english).join(' ')
  const read = shown === '' ? words.map((each) => each.read).join(' ') : shown
  return (
    <section className="card">
      <h2>What the player saw</h2>
      <blockquote className="seen" {...inLanguage(language)}>
        <Icon name="warning" />
        <p>{read === '' ? 'An error page.' : read}</p>
      </blockquote>
      {english !== '' && english !== read && <p className="quiet">{english}</p>}
      <p className="about">
        <Moment of={at} />
        {isLanguage(language) && <> · {languageName.of(language)}</>}
        {browser !== '' && <> · {browser}</>}
        {capsLock && <> · Caps Lock was on</>}
      </p>
      {until !== null && (
        <p>
          It ends <Moment of={until} isFull />.
        </p>
      )}
    </section>
  )
}

interface AccountProps {
  readonly of: Case['account']
  readonly place: Place
  /** True where the player's session was proven. */
  readonly isProven: boolean
}

function Account({ of: account, place, isProven }: AccountProps) {
  if (account === null) return <p className="quiet">None here.</p>
  const { id, username, email, deleted, secondSteps, linked, lastRefusals } = account
  if (deleted !== null) {
    return (
      <p>
        It was deleted <Moment of={deleted} isFull />.
      </p>
    )
  }
  return (
    <>
      <p>
        <Link to="/$place/players/$id" params={{ place: place.path, id: String(id) }}>
          <Name of={username} />
        </Link>{' '}
        <span className="quiet">
          id {id} · <Name of={email ?? ''} />
        </span>
      </p>
      <StateWords of={account} />
      <p className="about">
        {isProven ? 'The player was signed in.' : 'Nobody has proven to be this player.'}
        {secondSteps.length > 0 && <> Second steps: {secondSteps.join(', ')}.</>}
        {linked.length > 0 && <> Linked: {linked.join(', ')}.</>}
      </p>
      {lastRefusals.length > 0 && (
        <ul className="last-refusals" aria-label="Last refused log-ins">
          {lastRefusals.map((each) => (
            <li key={`${each.at} ${each.code}`}>
              <Moment of={each.at} /> {each.why}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** An account of the typed name in another deployment. */
function Elsewhere({ of }: { readonly of: Case['elsewhere'][number] }) {
  const there = placeAt(useMe(), of.deployment)
  if (there === undefined) return null
  return (
    <p>
      <Link to="/$place/players/$id" params={{ place: there.path, id: String(of.id) }}>
        <Name of={of.username} /> in {there.title}
      </Link>
    </p>
  )
}

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' })

/** The one act that helps, for those who may order it. */
function Help({ of: { act }, place }: CaseProps) {
  if (act === null) return null
  const { name, player, service, hindrance } = act
  const preset = { player: `id=${player.id}`, ...(service !== null && { service }) }
  if (!may(place, name)) {
    const roles = anyOf.format(rowOf(name)?.roles ?? [])
    return (
      <p>
        {actTitle(name)}: a colleague with the role {roles} can do it.
      </p>
    )
  }
  if (hindrance !== null) return <p>{hindrance}</p>
  return (
    <p>
      <ActButton
        name={name}
        place={place}
        look="primary"
        preset={preset}
        subject={{ name: player.username, id: player.id }}
      />
    </p>
  )
}

/** The sentence to read out: it says nothing about the account. */
function Spoken({ of: { say: sentence, language } }: { readonly of: Case }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(sentence.read)
      say('The sentence is copied.')
    } catch {
      say('The browser did not let the page copy.')
    }
  }
  return (
    <section className="card">
      <h2>Tell the player</h2>
      <blockquote {...inLanguage(language)}>{sentence.read}</blockquote>
      {sentence.english !== sentence.read && <p className="quiet">{sentence.english}</p>}
      <p>
        <Button look="secondary" onClick={() => void copy()}>
          Copy
        </Button>
      </p>
    </section>
  )
}
