import type { ErrorCode } from '@gatehouse/contract/errors'
import { submitDelay } from '@gatehouse/contract/limits'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { usePortal } from '../../context/portal.ts'
import { isNetworkError } from '../../session/isNetworkError.ts'
import { Button, type Look } from '../../ui/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import styles from './Form.module.css'
import { FormContext } from './formContext.ts'
import { FormValues } from './FormValues.ts'
import {
  type FieldError,
  type FormErrors,
  foldName,
  noErrors,
  mapFieldErrors,
} from './mapFieldErrors.ts'
import { refusedItems } from './FormError.ts'
import { useDelayed } from './useDelayed.ts'
import { WaitingLine } from './WaitingLine.tsx'
import { retryWhileOverloaded } from './retryWhileOverloaded.ts'
import { wordsOfErrors } from './wordsOfErrors.ts'

export interface Submission {
  readonly values: FormValues
  /** When the button was pressed, by the wall clock. */
  readonly pressedAt: number
}

interface Props {
  /** Under which an interrupted form keeps what was typed. */
  readonly name: string
  readonly submitLabel: ReactNode
  readonly submitLook?: Look
  /** False while it holds too little to be sent. */
  readonly isComplete?: boolean
  /** Other ways to go on, beside the button that sends. */
  readonly beside?: ReactNode
  /**
   * Sends the form; again, by itself, while the server has too much to do. What it throws is shown at
   * the fields, in general, or on an error page.
   */
  readonly onSubmit: (submission: Submission) => Promise<void>
  /** Codes that this form shows as another one. */
  readonly renamed?: Readonly<Record<string, ErrorCode>>
  /** Shows a general error in its own way. */
  readonly showError?: (error: FieldError) => ReactNode
  /** The player began to fill it: what its submission needs can be fetched. */
  readonly onUse?: () => void
  readonly children?: ReactNode
}

/** After so many milliseconds it is said that something is still under way. */
const patience = 1500

/** A form that sends one submission at a time, and says at its fields what was refused. */
export function Form({
  name,
  submitLabel,
  submitLook = 'primary',
  isComplete = true,
  beside,
  onSubmit,
  renamed,
  showError,
  onUse,
  children,
}: Props) {
  const portal = usePortal()
  const { t } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const isUnderWay = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const isLong = useDelayed(isBusy, patience) && isBusy
  const [waitsUntil, waitUntil] = useState<number | null>(null)
  const waiting = useRef<AbortController>(undefined)
  const [errors, setErrors] = useState(noErrors)
  const [refusals, countRefusals] = useState(0)
  const { drafts } = portal.pageState
  const [draft] = useState(() => drafts.get(name) ?? null)

  useEffect(() => {
    drafts.delete(name)
    // The catalogue comes after the form itself, and before anybody can have filled it.
    void wordsOfErrors('')
  }, [drafts, name])

  // Who goes elsewhere does not wait to be sent from there.
  useEffect(() => () => waiting.current?.abort(), [])

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  async function send(filled: HTMLFormElement) {
    const pressedAt = Date.now()
    const data = new FormData(filled)
    const { signal } = (waiting.current = new AbortController())
    try {
      await new Promise((resolve) => setTimeout(resolve, submitDelay))
      await retryWhileOverloaded(() => onSubmit({ values: new FormValues(data), pressedAt }), {
        onWait: waitUntil,
        signal,
      })
    } catch (error) {
      if (error === signal.reason) return
      if (isNetworkError(error) && !navigator.onLine) {
        const words = t`You seem to be offline. What you typed is kept: send it again when you are back.`
        showErrors({ fields: {}, general: [{ code: 'offline', words }] })
        return
      }
      const items = refusedItems(error)
      if (items === null) {
        drafts.set(name, data)
        portal.fail(error)
      } else {
        const wordsFor = await wordsOfErrors(t`Something went wrong. Please try again.`)
        showErrors(
          mapFieldErrors(items, namesOf(filled), (code) => wordsFor(renamed?.[code] ?? code)),
        )
      }
    }
  }

  function showErrors(found: FormErrors) {
    setErrors(found)
    countRefusals((count) => count + 1)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    setErrors(noErrors)
    void send(event.currentTarget).finally(() => {
      isUnderWay.current = false
      setBusy(false)
      waitUntil(null)
    })
  }

  function giveUp() {
    waiting.current?.abort()
    // The button that was pressed goes away.
    form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }

  function forgetErrors(field: string) {
    const { [foldName(field)]: gone, ...rest } = errors.fields
    if (gone) setErrors({ ...errors, fields: rest })
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- nothing to operate
    <form ref={form} noValidate className={styles.form} onSubmit={submit} onFocus={onUse}>
      <FormContext value={{ errors, draft, forgetErrors }}>{children}</FormContext>
      {errors.general.length > 0 && (
        <Notice>
          {errors.general.map((error) => (
            <p key={error.code}>{showError ? showError(error) : error.words}</p>
          ))}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" look={submitLook} isBusy={isBusy} disabled={!isComplete}>
          {submitLabel}
        </Button>
        {beside}
      </div>
      <div aria-live="polite" className={waitsUntil === null ? 'unseen' : undefined}>
        {waitsUntil === null ? (
          isLong && <Trans>One moment, please.</Trans>
        ) : (
          <Trans>
            Many players are coming in right now. You are in line: we try again by ourselves, and
            what you typed is kept.
          </Trans>
        )}
      </div>
      {waitsUntil !== null && <WaitingLine until={waitsUntil} onGiveUp={giveUp} />}
    </form>
  )
}

function namesOf(form: HTMLFormElement): string[] {
  return [...form.elements].map((element) => element.getAttribute('name') ?? '')
}
