import { directionOf } from '@gatehouse/contract/direction'
import { formDefects } from '@gatehouse/contract/formDefects'
import type { Language } from '@gatehouse/contract/languages'
import { languageNames } from '@gatehouse/contract/languageNames'
import { useId } from 'react'
import { Reset } from './ColourFields.tsx'
import { joined, numbersOf, partsOf, withWords } from '@gatehouse/contract/messageForms'
import type { Overlay, Shown } from './studio.ts'
import { mailOf, originalOf, ownOf, ownText, type OwnTexts, type Text, withText } from './texts.ts'

interface Props {
  readonly text: Text
  readonly language: Language
  readonly shown: Shown
  readonly overlay: Overlay
  readonly onChange: (overlay: Overlay) => void
  /** A mail whose text is edited in a language is shown so. */
  readonly onLook: (mail: string, language: Language) => void
}

/** The words that are served without the draft. */
export function shippedText({ words }: Shown, text: Text, language: Language): string {
  const own = ownText(JSON.parse(words) as OwnTexts, text, language)
  return own ?? (text.said[language] || text.said.en) ?? ''
}

/** The reasons why the server would refuse the draft's words for a text. */
export function defectsOf(text: Text, own: OwnTexts, language: Language): readonly string[] {
  const said = ownText(own, text, language)
  return said === undefined ? [] : formDefects(originalOf(text), said, language)
}

/** A text in one language: the words that are served without the draft, and the draft's. */
export function TextField({ text, language, shown, overlay, onChange, onLook }: Props) {
  const id = useId()
  const own = ownText(ownOf(overlay), text, language)
  const shipped = shippedText(shown, text, language)
  const defects = defectsOf(text, ownOf(overlay), language)
  const name = languageNames[language]
  const change = (said: string) => onChange(withText(overlay, text, language, said))
  const mail = text.kind === 'mails' ? mailOf(text.key) : null
  const parts = partsOf(own ?? shipped)
  const entry = {
    language,
    isWrong: defects.length > 0,
    describedBy: `${id}-defects`,
    onFocus: () => mail !== null && onLook(`mail:${mail}`, language),
  }
  return (
    <div className="field">
      {parts === null ? (
        <Entry label={name} words={own ?? ''} shipped={shipped} onChange={change} {...entry} />
      ) : (
        parts.map((part, place) => {
          const put = (form: string) => (words: string) => {
            const next = withWords(parts, [place, form], words)
            const said = joined(next)
            // A brace may end a form: it is not taken then.
            if (JSON.stringify(partsOf(said)) === JSON.stringify(next)) change(said)
          }
          const beside = { label: `${name}, words beside the number`, ...entry }
          return typeof part === 'string' ? (
            // oxlint-disable-next-line react/no-array-index-key -- it is the place of the words
            <Entry key={place} words={part} onChange={put('')} {...beside} />
          ) : (
            part.forms.map(([form, words]) => (
              <Entry
                key={`${part.name} ${form}`}
                label={`${name}, with ${numbersOf(part, form, language)}`}
                words={words}
                onChange={put(form)}
                {...entry}
              />
            ))
          )
        })
      )}
      <p id={`${id}-defects`} className="about" aria-live="polite">
        {defects.map((defect) => (
          <strong key={defect} className="complaint">
            {defect}
          </strong>
        ))}
      </p>
      {own === undefined && parts === null ? (
        <button type="button" className="plain" onClick={() => change(shipped)}>
          Begin with these words<span className="unseen">: {name}</span>
        </button>
      ) : (
        <Reset isOwn={own !== undefined} name={name} onReset={() => change('')} />
      )}
    </div>
  )
}

interface EntryProps {
  readonly label: string
  readonly words: string
  /** The words that are served, where the field begins empty. */
  readonly shipped?: string
  readonly language: Language
  readonly isWrong: boolean
  readonly describedBy: string
  readonly onFocus: () => void
  readonly onChange: (words: string) => void
}

function Entry({ label, words, shipped, language, isWrong, describedBy, ...on }: EntryProps) {
  const id = useId()
  const direction = { lang: language, dir: directionOf(language) }
  const longest = Math.max(words.length, shipped?.length ?? 1)
  return (
    <>
      <label htmlFor={id} lang={language}>
        {label}
      </label>
      {shipped !== undefined && (
        <p id={`${id}-shipped`} className="about" {...direction}>
          {shipped}
        </p>
      )}
      <textarea
        id={id}
        rows={Math.min(6, Math.ceil(longest / 40))}
        maxLength={2000}
        value={words}
        placeholder={shipped}
        {...direction}
        aria-invalid={isWrong || undefined}
        aria-describedby={`${id}-shipped ${describedBy}`}
        onFocus={on.onFocus}
        onChange={({ currentTarget }) => on.onChange(currentTarget.value)}
      />
    </>
  )
}
