import type { Language } from '@gatehouse/contract/languages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Loaded } from '../lists/states.tsx'
import { partsOf, readable } from '@gatehouse/contract/messageForms'
import { plain, type Pressed, textsSaying } from './pressed.ts'
import type { Overlay, Shown } from './studio.ts'
import { defectsOf, shippedText, TextField } from './TextField.tsx'
import {
  isFound,
  loadTexts,
  originalOf,
  ownOf,
  ownText,
  type OwnTexts,
  placesIn,
  type Text,
  valuesIn,
} from './texts.ts'
import { ValueFields } from './ValueFields.tsx'

/** Texts that are listed at once. */
const most = 40

interface Props {
  readonly shown: Shown
  readonly overlay: Overlay
  readonly onChange: (overlay: Overlay) => void
  readonly onLook: (mail: string, language: Language) => void
  /** What was pressed in a picture: its texts alone are listed. */
  readonly pressed: Pressed | null
  readonly onAll: () => void
}

/** The words of portal, refusals and mails: pressed in a picture, or found by words or by screen. */
export function Words(props: Props) {
  const { languages } = props.shown
  const [atFirst] = useState(ownOf(props.overlay))
  const texts = useQuery({
    queryKey: ['texts', languages, atFirst],
    queryFn: () => loadTexts(languages, atFirst),
    staleTime: Infinity,
  })
  const { pressed } = props
  return (
    <Loaded from={texts}>
      {(all) =>
        pressed === null ? (
          <List {...props} texts={all} />
        ) : (
          <Found {...props} texts={all} pressed={pressed} />
        )
      }
    </Loaded>
  )
}

type ListProps = Props & { readonly texts: readonly Text[] }

/** The texts that say what was pressed, open; and the fields of the file that do. */
function Found({ texts, pressed, ...props }: ListProps & { readonly pressed: Pressed }) {
  const { shown, overlay, onChange, onAll } = props
  const { said, language } = pressed
  const list = useRef<HTMLDivElement>(null)
  // They stay while other words are typed.
  const [found] = useState(() => ({
    texts: textsSaying(
      pressed,
      texts,
      (text) => ownText(ownOf(overlay), text, language) ?? shippedText(shown, text, language),
    ),
    fields: shown.fields.filter(({ field, value, class: kind }) => {
      const words: unknown = overlay[field] ?? value
      return kind === 'look' && typeof words === 'string' && said.map(plain).includes(plain(words))
    }),
  }))
  useEffect(() => {
    const own = `.field textarea[lang='${language}'], .field input`
    const field = list.current?.querySelector<HTMLElement>(`:is(${own})`)
    const other = list.current?.querySelector<HTMLElement>('textarea, button')
    ;(field ?? other)?.focus()
  }, [language])
  const isNone = found.texts.length + found.fields.length === 0
  return (
    <div className="words" ref={list}>
      <p>
        You pressed <q>{plain(said[0] ?? '').slice(0, 80)}</q>
      </p>
      {isNone && (
        <p className="about">No text says this: it is a part of a picture, or of the player.</p>
      )}
      {found.fields.length > 0 && (
        <ValueFields fields={found.fields} overlay={overlay} onChange={onChange} />
      )}
      <ul className="plain">
        {found.texts.map((text, at) => (
          <Row key={`${text.kind} ${text.key}`} text={text} isOpenAtFirst={at === 0} {...props} />
        ))}
      </ul>
      <div>
        <button type="button" className="plain" onClick={onAll}>
          All texts
        </button>
      </div>
    </div>
  )
}

function List({ texts, ...props }: ListProps) {
  const own = ownOf(props.overlay)
  const [search, setSearch] = useState('')
  const [place, setPlace] = useState('')
  const places = placesIn(texts)
  const found = texts.filter(
    (text) =>
      (place === '' || (place === changed ? isChanged(text, own) : text.places.includes(place))) &&
      isFound(text, own, search.trim()),
  )
  const isWhole = place === '' || place === changed
  const placeOf = (text: Text) =>
    isWhole ? (places.find((each) => text.places.includes(each)) ?? '') : place
  const byPlace = Map.groupBy(
    found
      .toSorted((one, other) => places.indexOf(placeOf(one)) - places.indexOf(placeOf(other)))
      .slice(0, most),
    placeOf,
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
      {[...byPlace].map(([title, each]) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul className="plain">
            {each.map((text) => (
              <Row key={`${text.kind} ${text.key}`} text={text} {...props} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const changed = '*'

function isChanged({ kind, key }: Text, own: OwnTexts): boolean {
  return Object.values(own).some((texts) => texts?.[kind]?.[key] !== undefined)
}

interface RowProps extends Pick<Props, 'shown' | 'overlay' | 'onChange' | 'onLook'> {
  readonly text: Text
  readonly isOpenAtFirst?: boolean
}

/** A text by its English words; opened, with a field for each language. */
function Row({ text, isOpenAtFirst = false, ...props }: RowProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const id = useId()
  const { shown, overlay, onChange, onLook } = props
  const own = ownOf(overlay)
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
        <span>{readable(text.said.en ?? text.key)} </span>
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
            <p className="about">{placeholdersOf(text)}</p>
            {shown.languages.map((tag) => (
              <TextField
                key={tag}
                text={text}
                language={tag}
                shown={shown}
                overlay={overlay}
                onChange={onChange}
                onLook={onLook}
              />
            ))}
          </>
        )}
      </div>
    </li>
  )
}

function placeholdersOf(text: Text): string {
  const original = originalOf(text)
  const parts = partsOf(original) ?? []
  const choices = parts.flatMap((part) => (typeof part === 'string' ? [] : `{${part.name}}`))
  const values = valuesIn(original).filter((value) => !choices.includes(value))
  return [
    choices.length > 0 ? '# is the number.' : '',
    values.length > 0 ? `Its placeholders: ${values.join(' ')}` : '',
    choices.length + values.length === 0 ? 'It has no placeholder.' : '',
  ]
    .join(' ')
    .trim()
}
