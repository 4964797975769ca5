import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import { Button } from '@gatehouse/ui/Button'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { ActButton } from '../acts/ActButton.tsx'
import { say } from '../acts/toasts.ts'
import { Unsaved } from '../acts/Unsaved.tsx'
import { useDraft } from '../acts/useDraft.ts'
import { may, type Place } from '../api/useMe.ts'
import { RefusalNotice } from '../lists/states.tsx'
import { MailBeside, usePreview } from './MailBeside.tsx'
import type { WholeMailing, Words } from './mailing.ts'

type NewsletterList = AnswerOf<'newsletters list'>[number]

interface Props {
  readonly place: Place
  /** Null for a new mailing. */
  readonly known: WholeMailing | null
  readonly lists: readonly NewsletterList[]
}

/** A draft: list, subject and text, with the mail beside them. */
export function Editor({ place, known, lists }: Props) {
  const first = lists.find(({ isActive }) => isActive)
  const { list, subject, text } = known ?? { list: first?.id ?? 0, subject: '', text: '' }
  const draft = useDraft<Words>({
    deployment: place.path,
    act: 'mailings save',
    field: 'mailing',
    start: { list, subject, text },
    known: known && { id: known.mailing, revision: known.revision },
    orderOf: (words) => words,
  })
  const { value: words, change, refusal } = draft
  const preview = usePreview(place.path, words)
  const listName = lists.find(({ id }) => id === words.list)?.name ?? ''
  const mayWrite = may(place, 'mailings save')
  return (
    <div className="studio">
      <div className="studio-fields">
        {known?.state === 'waits' && (
          <p className="lead">
            It did not start: the list has grown to {known.total} players since. A colleague has to
            approve it now.
          </p>
        )}
        <fieldset disabled={!mayWrite}>
          <legend className="unseen">The mailing</legend>
          <WordFields
            words={words}
            lists={lists.filter(({ id, isActive }) => isActive || id === words.list)}
            onChange={change}
          />
        </fieldset>
        <Findings preview={preview} />
        {refusal !== null && <RefusalNotice error={refusal} />}
        <Acts place={place} known={known} draft={draft} />
        <Unsaved of={draft} />
      </div>
      <MailBeside deployment={place.path} words={words} listName={listName} preview={preview} />
    </div>
  )
}

interface FieldsProps {
  readonly words: Words
  readonly lists: readonly NewsletterList[]
  readonly onChange: (words: Words) => void
}

function WordFields({ words, lists, onChange }: FieldsProps) {
  const id = useId()
  return (
    <>
      <div className="field">
        <label htmlFor={`${id}-list`}>List</label>
        <select
          id={`${id}-list`}
          value={words.list}
          onChange={({ currentTarget }) =>
            onChange({ ...words, list: Number(currentTarget.value) })
          }
        >
          {lists.map(({ id: list, name, isActive }) => (
            <option key={list} value={list}>
              {isActive ? name : `${name} (closed)`}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}-subject`}>Subject</label>
        <input
          id={`${id}-subject`}
          value={words.subject}
          maxLength={200}
          autoComplete="off"
          onChange={({ currentTarget }) => onChange({ ...words, subject: currentTarget.value })}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-text`}>Text</label>
        <textarea
          id={`${id}-text`}
          rows={16}
          value={words.text}
          maxLength={20_000}
          aria-describedby={`${id}-about`}
          onChange={({ currentTarget }) => onChange({ ...words, text: currentTarget.value })}
        />
        <p id={`${id}-about`} className="about">
          An empty line begins a paragraph. # Heading, **bold**, *italic*, - list, 1. list,
          [words](https://…). The link to unsubscribe is added.
        </p>
      </div>
    </>
  )
}

/** The number of recipients, and what may not be meant. */
function Findings({ preview: { data } }: { readonly preview: ReturnType<typeof usePreview> }) {
  if (data === undefined) return <p className="quiet">Write a subject and a text.</p>
  return (
    <div role="status">
      <p>
        <strong>{data.recipients}</strong> {data.recipients === 1 ? 'player gets' : 'players get'}{' '}
        it.
      </p>
      {[...data.problems, ...data.warnings].map((said) => (
        <p key={said} className="complaint">
          {said}
        </p>
      ))}
    </div>
  )
}

interface ActsProps {
  readonly place: Place
  readonly known: WholeMailing | null
  readonly draft: ReturnType<typeof useDraft<Words>>
}

function Acts({ place, known, draft }: ActsProps) {
  const navigate = useNavigate({ from: '/$place/mailings' })
  const mayWrite = may(place, 'mailings save')
  const start = known?.needsSecondPerson === true ? 'mailings start-large' : 'mailings start'

  async function save() {
    const saved = await draft.save()
    if (saved === null) return
    say(`Mailing ${saved.id} is saved. Players get nothing yet.`)
    if (draft.isLeft()) return
    await navigate({ search: { mailing: String(saved.id) }, replace: true })
  }

  async function test() {
    const said = await draft.saveAnd('mailings test', () => ({}))
    if (said !== null) say(said)
  }

  return (
    <div className="acts studio-acts">
      {known !== null && !draft.isChanged && (
        <ActButton
          name={start}
          place={place}
          preset={{ mailing: known.mailing, revision: known.revision }}
          look="primary"
        >
          Start or schedule
        </ActButton>
      )}
      {mayWrite && (
        <Button look="secondary" isBusy={draft.isBusy} onClick={() => void save()}>
          Save draft
        </Button>
      )}
      {mayWrite && draft.id !== undefined && (
        <Button look="secondary" isBusy={draft.isBusy} onClick={() => void test()}>
          Send me a test
        </Button>
      )}
      {known !== null && (
        <ActButton name="mailings discard" place={place} preset={{ mailing: known.mailing }} />
      )}
    </div>
  )
}
