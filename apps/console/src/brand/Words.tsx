import { formDefects } from '@gatehouse/contract/formDefects'
import { directionOf } from '@gatehouse/contract/direction'
import { type Language, languageNames } from '@gatehouse/contract/languages'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Loaded } from '../lists/states.tsx'
import { Reset } from './ColourFields.tsx'
import type { Overlay, Shown } from './studio.ts'
import {
  isFound,
  loadTexts,
  mailOf,
  originalOf,
  ownOf,
  ownText,
  type OwnTexts,
  type Text,
  valuesIn,
  withText,
} from './texts.ts'

/** Texts that are listed at once. */
const most = 40

interface Props {
  readonly shown: Shown
  readonly overlay: Overlay
  readonly onChange: (overlay: Overlay) => void
  /** A mail whose text is edited in a language is shown so. */
  readonly onLook: (mail: string, language: Language) => void
}

/** The words of portal, refusals and mails: found by words or by place, and each in every language. */
export function Words(props: Props) {
  const { languages } = props.shown
  const [atFirst] = useState(ownOf(props.overlay))
  const texts = useQuery({
    queryKey: ['texts', languages, atFirst],
    queryFn: () => loadTexts(languages, atFirst),
    staleTime: Infinity,
  })
  return <Loaded from={texts}>{(all) => <List {...props} texts={all} />}</Loaded>
}

function List({ texts, ...props }: Props & { readonly texts: readonly Text[] }) {
  const own = ownOf(props.overlay)
  const [search, setSearch] = useState('')
  const [place, setPlace] = useState('')
  const places = [...new Set(texts.flatMap((text) => text.places))].toSorted()
  const found = texts.filter(
    (text) =>
      (place === '' || (place === changed ? isChanged(text, own) : text.places.includes(place))) &&
      isFound(text, own, search.trim()),
  )
  return (
    <div className="words">
      <div className="filters">
        <label>
          Words
          <input
            type="search"
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        </label>
        <label>
          Screen or mail
          <select value={place} onChange={({ currentTarget }) => setPlace(currentTarget.value)}>
            <option value="">All</option>
            <option value={changed}>Changed in this draft</option>
            {places.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      </div>
      <p className="about" role="status">
        {found.length === 1 ? '1 text' : `${found.length} texts`}
        {found.length > most && `, of which the first ${most} are listed: search for more`}
      </p>
      <ul className="plain">
        {found.slice(0, most).map((text) => (
          <Row key={`${text.kind} ${text.key}`} text={text} {...props} />
        ))}
      </ul>
    </div>
  )
}

const changed = '*'

function isChanged({ kind, key }: Text, own: OwnTexts): boolean {
  return Object.values(own).some((texts) => texts?.[kind]?.[key] !== undefined)
}

type RowProps = Props & { readonly text: Text }

/** A text by its English words; opened, with a field for each language. */
function Row({ text, ...props }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { shown, overlay } = props
  const own = ownOf(overlay)
  const values = valuesIn(originalOf(text))
  const isWrong = shown.languages.some((tag) => defectsOf(text, own, tag).length > 0)
  return (
    <li>
      <button
        type="button"
        className="text"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{text.said.en ?? text.key} </span>
        <span className="about">
          {text.kind === 'portal' ? '' : `${text.key} · `}
          {text.places.join(' · ')}
        </span>
        {isWrong ? (
          <span className="tag">to be corrected</span>
        ) : (
          isChanged(text, own) && <span className="tag calm">changed</span>
        )}
      </button>
      <div id={id} className="act" hidden={!isOpen}>
        {isOpen && (
          <>
            <p className="about">
              {values.length === 0
                ? 'It has no placeholder.'
                : `Its placeholders: ${values.join(' ')}`}
            </p>
            {shown.languages.map((tag) => (
              <Field key={tag} text={text} language={tag} {...props} />
            ))}
          </>
        )}
      </div>
    </li>
  )
}

/** The reasons why the server would refuse the draft's words for a text. */
function defectsOf(text: Text, own: OwnTexts, language: Language): readonly string[] {
  const said = ownText(own, text, language)
  return said === undefined ? [] : formDefects(originalOf(text), said, language)
}

interface FieldProps extends RowProps {
  readonly language: Language
}

/** A text in one language: the words that are served without the draft, and the draft's. */
function Field({ text, language, shown, overlay, onChange, onLook }: FieldProps) {
  const id = useId()
  const own = ownText(ownOf(overlay), text, language)
  const shipped = ownText(ownTextsOf(shown), text, language) ?? text.said[language] ?? text.said.en
  const defects = defectsOf(text, ownOf(overlay), language)
  const direction = { lang: language, dir: directionOf(language) }
  const name = languageNames[language]
  const change = (said: string) => onChange(withText(overlay, text, language, said))
  const mail = text.kind === 'mails' ? mailOf(text.key) : null
  return (
    <div className="field">
      <label htmlFor={id} lang={language}>
        {name}
      </label>
      <p id={`${id}-shipped`} className="about" {...direction}>
        {shipped}
      </p>
      <textarea
        id={id}
        rows={Math.min(6, Math.ceil(Math.max(own?.length ?? 0, shipped?.length ?? 1) / 40))}
        maxLength={2000}
        value={own ?? ''}
        placeholder={shipped}
        {...direction}
        aria-invalid={defects.length > 0 || undefined}
        aria-describedby={`${id}-shipped ${id}-defects`}
        onFocus={() => mail !== null && onLook(`mail:${mail}`, language)}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <p id={`${id}-defects`} className="about" aria-live="polite">
        {defects.map((defect) => (
          <strong key={defect} className="complaint">
            {defect}
          </strong>
        ))}
      </p>
      {own === undefined ? (
        <button type="button" className="plain" onClick={() => change(shipped ?? '')}>
          Begin with these words<span className="unseen">: {name}</span>
        </button>
      ) : (
        <Reset isOwn name={name} onReset={() => change('')} />
      )}
    </div>
  )
}

function ownTextsOf({ words }: Shown): OwnTexts {
  return JSON.parse(words) as OwnTexts
}
