import {
  actDone,
  actTitle,
  objectOf,
  orderParts,
  requestFor,
  titleParts,
} from '@gatehouse/contract/acts/titles'
import { Button } from '@gatehouse/ui/Button'
import { Dialog } from '@gatehouse/ui/Dialog'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Answer } from '../api/call.ts'
import { useStore } from '../api/store.ts'
import { inOwnTime } from '../lists/Moment.tsx'
import { Name } from '../lists/Name.tsx'
import { RefusalNotice } from '../lists/states.tsx'
import { Title } from '../lists/Title.tsx'
import { say } from './toasts.ts'
import { oppositeOf, rowOf } from '../api/actWords.ts'
import { complaintsOf, type Field, fieldsOf, orderOf, startOf, withUsualEnd } from './fieldsOf.ts'
import { askFor, openAct, type OpenAct } from './openAct.ts'
import { OrderField } from './OrderField.tsx'
import { hasMoreToShow, Outcome, Proof } from './Outcome.tsx'
import { ReasonField } from './ReasonField.tsx'
import { complaintAbout } from './reasons.ts'
import { useDryRun } from './useDryRun.ts'
import { useOrdering } from './useOrdering.ts'

/** The dialog of the act that is open. */
export function ActDialogs() {
  const act = useStore(openAct)
  return act === null ? null : <ActDialog act={act} key={JSON.stringify(act)} />
}

const close = () => openAct.write(null)

/** The name of what an act is about, where it is decided. */
const nameIn = ({ subject, preset = {} }: OpenAct) => subject?.name ?? objectOf(preset)

function ActDialog({ act }: { readonly act: OpenAct }) {
  const { name } = act
  const row = rowOf(name)
  // Cancel alone loses the text that was typed.
  const [isTyped, setTyped] = useState(false)
  const { stage, send, back } = useOrdering(name, (answer) => {
    // An answer that comes late closes no other dialog.
    const isOpen = openAct.read() === act
    if (isOpen && hasMoreToShow(answer)) return
    if (isOpen) close()
    report(act, answer)
  })
  const needsAnswer = isTyped || stage.is === 'done'
  // The way back leads out of the dialog, and not to a screen behind it.
  useBlocker({
    shouldBlockFn({ action }) {
      const isBack = action === 'BACK' || action === 'FORWARD' || action === 'GO'
      if (isBack && !needsAnswer) close()
      return isBack
    },
    // A person who came by a link has no screen of ours behind: the browser asks.
    enableBeforeUnload: needsAnswer,
  })
  if (row === undefined) return null
  const title = <Title of={titleParts(name, nameIn(act))} />
  return (
    <Dialog title={title} onCancel={close} needsAnswer={needsAnswer}>
      {stage.is === 'done' ? (
        <Outcome answer={stage.answer} place={act.place} onClose={close} />
      ) : (
        <>
          <p className="about">{row.summary}</p>
          <ActForm
            act={act}
            stage={stage}
            onOrder={send}
            onClose={close}
            onType={() => setTyped(true)}
            onBack={back}
          />
        </>
      )}
    </Dialog>
  )
}

function report(act: OpenAct, { message, approval }: Answer): void {
  const { name, place, preset, subject } = act
  const about = nameIn(act)
  if (approval !== null) {
    return say(`You asked for ${requestFor(name, about)}. A colleague decides on it.`)
  }
  const words = message === '' ? actDone(name, about) : inOwnTime(message)
  const undo = oppositeOf(name)
  if (undo === undefined || !place.acts.some((each) => each === undo)) return say(words)
  const title = actTitle(undo, about)
  say(words, {
    label: `Undo: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    run: () =>
      askFor({ name: undo, place, ...(preset && { preset }), ...(subject && { subject }) }),
  })
}

type Ordering = ReturnType<typeof useOrdering>

interface FormProps {
  readonly act: OpenAct
  readonly stage: Ordering['stage']
  readonly onOrder: Ordering['send']
  readonly onClose: () => void
  readonly onBack: () => void
  readonly onType: () => void
}

function ActForm({ act, stage, onOrder, onClose, onBack, onType }: FormProps) {
  const { name, place, subject } = act
  const form = useActForm(act)
  const cancel = useRef<HTMLButtonElement>(null)
  // Enter, pressed once too often, orders nothing. After the dialog has shown itself.
  useEffect(() => cancel.current?.focus(), [])
  const refusal = stage.is === 'asked' ? stage.refusal : null
  const complaintOf = (path: string) =>
    form.complaints[path] ?? refusal?.fields.find((each) => each.path.endsWith(path))?.message
  const target = subject?.name ?? place.title
  const isBusy = stage.is !== 'asked'
  const isIrreversible = form.row?.isIrreversible === true

  function submit(event: FormEvent) {
    event.preventDefault()
    const envelope = form.read(isIrreversible ? target : null)
    if (envelope !== null && !isBusy) void onOrder(envelope)
  }

  return (
    <form className="act" noValidate onSubmit={submit} onChange={onType}>
      {form.fields.map((field) => (
        <OrderField
          key={field.name}
          field={field}
          value={form.values[field.name] ?? ''}
          complaint={complaintOf(field.name)}
          onChange={(value) => form.change(field.name, value)}
        />
      ))}
      {form.needsReason && (
        <ReasonField value={form.why} complaint={complaintOf('why')} onChange={form.setWhy} />
      )}
      {isIrreversible && (
        <TypedName target={target} id={subject?.id} form={form} complaint={complaintOf('typed')} />
      )}
      <Foresight name={name} order={form.order} needs={form.row} />
      {(refusal ?? form.general) !== null && (
        <RefusalNotice error={refusal} words={form.general ?? undefined} />
      )}
      {stage.is === 'proof' ? (
        <Proof onBack={onBack} />
      ) : (
        <div className="acts">
          <button ref={cancel} type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <Button
            type="submit"
            look={isHard(form.row) ? 'danger' : 'primary'}
            isBusy={stage.is === 'sent'}
          >
            <Title of={orderParts(name, nameIn(act))} />
          </Button>
        </div>
      )}
    </form>
  )
}

/** True for what cannot be undone, and for what throws a player out. */
const isHard = (row: ReturnType<typeof rowOf>) =>
  row?.isIrreversible === true || (row?.endsSessions ?? null) !== null

/** The values of the form of an act, and what is wrong with them. */
function useActForm({ name, place, preset: given = {} }: OpenAct) {
  const row = rowOf(name)
  const preset = withPlace(row?.staffOrder.shape ?? {}, place, given)
  const [fields] = useState<readonly Field[]>(() =>
    row === undefined
      ? []
      : fieldsOf(row.staffOrder, place.roles)
          .filter((field) => !Object.hasOwn(preset, field.name))
          .map((field) => withUsualEnd(field, row, place.roles)),
  )
  const [values, setValues] = useState(() => startOf(fields))
  const [why, setWhy] = useState('')
  const [typed, setTyped] = useState('')
  const [complaints, setComplaints] = useState<Readonly<Record<string, string>>>({})
  const order = orderOf(fields, values, preset)
  const needsReason = row?.needsReason === true

  /** The order as it is sent; null where something is wrong with it. */
  function read(target: string | null) {
    const wrong = {
      ...(row === undefined ? {} : complaintsOf(row.staffOrder, order, place.roles)),
    }
    const about = needsReason ? complaintAbout(why) : undefined
    if (about !== undefined) wrong['why'] = about
    if (target !== null && typed !== target) wrong['typed'] = 'differs'
    setComplaints(wrong)
    if (Object.keys(wrong).length > 0) return null
    return { order, ...(needsReason && { why: why.trim() }) }
  }

  const isShown = (path: string) =>
    ['why', 'typed'].includes(path) || fields.some((field) => field.name === path)
  const other = Object.entries(complaints).find(([path]) => !isShown(path))
  return {
    row,
    fields,
    values,
    order,
    why,
    setWhy,
    typed,
    setTyped,
    complaints,
    needsReason,
    general: other === undefined ? null : other[1],
    read,
    change: (field: string, value: string) => setValues((all) => ({ ...all, [field]: value })),
  }
}

function withPlace(
  shape: Readonly<Record<string, unknown>>,
  { deployment }: OpenAct['place'],
  preset: Readonly<Record<string, unknown>>,
) {
  const isNamed = deployment !== null && Object.hasOwn(shape, 'deployment')
  return isNamed ? { ...preset, deployment: deployment.name } : preset
}

interface TypedProps {
  readonly target: string
  readonly id: number | string | undefined
  readonly form: ReturnType<typeof useActForm>
  readonly complaint: string | undefined
}

function TypedName({ target, id, form, complaint }: TypedProps) {
  return (
    <div className="field">
      <label>
        <span>
          This cannot be undone. Type <Name of={target} />
          {id !== undefined && <> (id {id})</>} to go on
        </span>
        <input
          value={form.typed}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={complaint !== undefined || undefined}
          onChange={(event) => form.setTyped(event.currentTarget.value)}
        />
      </label>
      {complaint !== undefined && (
        <p className="about">
          <strong className="complaint">This is not the same name, letter for letter.</strong>
        </p>
      )}
    </div>
  )
}

interface ForesightProps {
  readonly name: string
  readonly order: Readonly<Record<string, unknown>>
  readonly needs: ReturnType<typeof rowOf>
}

/** Says what will happen: by a dry run, and by what the act needs. */
function Foresight({ name, order, needs }: ForesightProps) {
  const dry = useDryRun(name, order)
  return (
    <div className="foresight" aria-live="polite">
      {dry !== null && dry.message !== '' && (
        <p data-refused={dry.isRefused}>
          {dry.isRefused ? 'This will be refused: ' : 'What happens: '}
          {inOwnTime(dry.message)}
        </p>
      )}
      {needs?.needsApproval === true && (
        <p>Nothing happens until a colleague approves it. The request lasts a day.</p>
      )}
      {needs?.needsProof === true && <p>You may have to sign in again first.</p>}
    </div>
  )
}
