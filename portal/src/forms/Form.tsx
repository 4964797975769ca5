import { useLingui } from '@lingui/react/macro'
import { submitDelay } from '@gatehouse/contract/limits'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { message } from '../locales/message.ts'
import { usePortal } from '../session/portal.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import styles from './Form.module.css'
import { FormContext } from './formContext.ts'
import { FormValues } from './FormValues.ts'
import { foldName, noFaults, placeFaults } from './placeFaults.ts'
import { refusedItems } from './refusal.ts'

export interface Submission {
  readonly values: FormValues
  /** When the button was pressed, by the wall clock. */
  readonly pressedAt: number
}

interface Props {
  /** Under which an interrupted form keeps what was typed. */
  readonly name: string
  readonly submitLabel: ReactNode
  /** Sends the form. What it throws is shown at the fields, in general, or on an error page. */
  readonly onSubmit: (submission: Submission) => Promise<void>
  /** Shows a general error in its own way; null shows its words. */
  readonly showFault?: (codeOrText: string) => ReactNode
  readonly children: ReactNode
}

/** A form that sends one submission at a time, and says at its fields what was refused. */
export function Form({ name, submitLabel, onSubmit, showFault, children }: Props) {
  const portal = usePortal()
  const { i18n } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const isUnderWay = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [faults, setFaults] = useState(noFaults)
  const { drafts } = portal.visit
  const [draft] = useState(() => drafts.get(name) ?? null)

  useEffect(() => {
    drafts.delete(name)
  }, [drafts, name])

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults])

  async function send(filled: HTMLFormElement) {
    const pressedAt = Date.now()
    const data = new FormData(filled)
    try {
      await new Promise((resolve) => setTimeout(resolve, submitDelay))
      await onSubmit({ values: new FormValues(data), pressedAt })
    } catch (error) {
      const items = refusedItems(error)
      if (items === null) {
        drafts.set(name, data)
        portal.fail(error)
      } else {
        setFaults(placeFaults(items, namesOf(filled)))
      }
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    setFaults(noFaults)
    void send(event.currentTarget).finally(() => {
      isUnderWay.current = false
      setBusy(false)
    })
  }

  function forgetFaults(field: string) {
    const { [foldName(field)]: gone, ...rest } = faults.fields
    if (gone) setFaults({ ...faults, fields: rest })
  }

  return (
    <form ref={form} noValidate className={styles.form} onSubmit={submit}>
      <FormContext value={{ faults, draft, forgetFaults }}>{children}</FormContext>
      {faults.general.length > 0 && (
        <Notice>
          {faults.general.map((fault) => (
            <p key={fault}>{showFault?.(fault) ?? message(i18n, fault)}</p>
          ))}
        </Notice>
      )}
      <Button type="submit" isBusy={isBusy}>
        {submitLabel}
      </Button>
    </form>
  )
}

function namesOf(form: HTMLFormElement): string[] {
  return [...form.elements].map((element) => element.getAttribute('name') ?? '')
}
