import {
  type FormEvent,
  Fragment,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  type RefObject,
} from 'react'
import { Button, type Look } from '@gatehouse/ui/Button'
import { Notice } from '@gatehouse/ui/Notice'
import { useSettled } from '@gatehouse/ui/useSettled'
import { isFocusedAhead } from '../../ui/focusHeading.ts'
import { whenIdle } from '../../ui/whenIdle.ts'
import { lazyOptional } from '../../ui/feedback/lazyOptional.tsx'
import { RefusalHelp } from './OfferedHelp.tsx'
import { offerSupportCode } from './OfferedSupportCode.tsx'
import styles from './Form.module.css'
import { fetchCleaning } from './cleanField.ts'
import { FormContext } from './formContext.ts'
import { type FieldError, type FormErrors, foldName, noErrors } from './mapFieldErrors.ts'
import { type SubmissionOptions, useSubmission } from './useSubmission.ts'
import { wordsOfErrors } from './wordsOfErrors.ts'
import { Trans } from '@lingui/react/macro'
import type { Waiting } from './retryWhileOverloaded.ts'
import { useFormDraft } from './useFormDraft.ts'

interface Props extends SubmissionOptions {
  readonly submitLabel: ReactNode
  readonly submitLook?: Look
  /** False while it holds too little to be sent. */
  readonly isComplete?: boolean
  /** Other ways to go on, beside the button that sends. */
  readonly beside?: ReactNode
  /** From which refusal on a support code is offered; absent: from the first. */
  readonly offersCodeFrom?: number
  /** A field whose refusal is no slip of typing: a support code is offered for it too. */
  readonly offersCodeAt?: string
  /** Shows a general error in its own way. */
  readonly showError?: (error: FieldError) => ReactNode
  /** The player began to fill it: what its submission needs can be fetched. */
  readonly onUse?: () => void
  readonly onType?: () => void
  /** Below the button: less is lost when a keyboard covers it. */
  readonly after?: ReactNode
  readonly children?: ReactNode
}

/** A form that sends one submission at a time, and shows refusals at its fields. */
export function Form({
  submitLabel,
  submitLook = 'primary',
  isComplete = true,
  beside,
  offersCodeFrom = 1,
  offersCodeAt = '',
  showError,
  onUse,
  onType,
  after,
  children,
  ...submission
}: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, refusals, showErrors, clearErrors, forgetErrors } = useFormErrors(form)
  const { isBusy, waiting, submit, stopWaiting } = useSubmission(submission, showErrors)
  const isBeyondFields =
    errors.general.length > 0 || errors.fields[foldName(offersCodeAt)] !== undefined
  const store = useFormDraft(submission.name, form, submission.draft)
  useEffect(() => {
    // They come after the form itself, and before the player can have filled it.
    whenIdle(() => void Promise.all([wordsOfErrors(), fetchCleaning()]))
  }, [])

  function press(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (submit(event.currentTarget)) clearErrors()
  }

  function giveUp() {
    stopWaiting()
    // The button that was pressed goes away.
    form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- nothing to operate
    <form
      ref={form}
      noValidate
      className="stack"
      onSubmit={press}
      onFocus={() => isFocusedAhead() || onUse?.()}
      onInput={(event) => {
        store(event.currentTarget)
        onUse?.()
        onType?.()
      }}
    >
      <FormContext value={{ errors, forgetErrors }}>{children}</FormContext>
      {errors.general.length > 0 && (
        <Notice>
          {errors.general.map((error) => (
            <Fragment key={error.code}>
              <p>{showError ? showError(error) : error.words}</p>
              <RefusalHelp error={error} />
            </Fragment>
          ))}
        </Notice>
      )}
      <div className={`acts ${styles.actions}`}>
        <Button type="submit" look={submitLook} isBusy={isBusy} disabled={!isComplete}>
          {submitLabel}
        </Button>
        {beside}
      </div>
      {/* Nobody needs support for what most fields say. */}
      {isBeyondFields && refusals >= offersCodeFrom && offerSupportCode(errors.note)}
      {after && <FormContext value={{ errors, forgetErrors }}>{after}</FormContext>}
      <SubmissionStatus isBusy={isBusy} waiting={waiting} onGiveUp={giveUp} />
    </form>
  )
}

/** The present errors of a form. New ones move the focus to the first field that has one. */
function useFormErrors(form: RefObject<HTMLFormElement | null>) {
  const [errors, setErrors] = useState(noErrors)
  const [refusals, countRefusals] = useState(0)

  useEffect(() => {
    if (refusals === 0) return
    // What is said moves the button down: it stays above the question about cookies.
    form.current?.querySelector('[type="submit"]')?.scrollIntoView({ block: 'nearest' })
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, refusals])

  return {
    errors,
    /** How many there were so far. */
    refusals,
    showErrors(found: FormErrors) {
      setErrors(found)
      countRefusals((count) => count + 1)
    },
    clearErrors: () => setErrors(noErrors),
    forgetErrors(field: string) {
      const { [foldName(field)]: gone, ...rest } = errors.fields
      if (gone) setErrors({ ...errors, fields: rest })
    },
  }
}

// Few submissions wait for another try.
const line = () => import('./WaitingLine.tsx')
const WaitingWords = lazyOptional(async () => (await line()).WaitingWords, 'flows')
const WaitingLine = lazyOptional(async () => (await line()).WaitingLine, 'flows')

interface SubmissionStatusProps {
  readonly isBusy: boolean
  /** The next try; null while there is none to wait for. */
  readonly waiting: Waiting | null
  readonly onGiveUp: () => void
}

/** After so many milliseconds it is said that something is still under way. */
const announcedAfter = 1500

/** Says that a submission takes its time, and why. */
function SubmissionStatus({ isBusy, waiting, onGiveUp }: SubmissionStatusProps) {
  const [wasBusy] = useSettled(isBusy, announcedAfter)
  const isLong = wasBusy && isBusy
  return (
    <>
      <div aria-live="polite" className={waiting === null ? 'unseen' : undefined}>
        {waiting === null ? (
          isLong && <Trans>One moment, please.</Trans>
        ) : (
          <WaitingWords reason={waiting.reason} />
        )}
      </div>
      {waiting !== null && <WaitingLine until={waiting.until} onGiveUp={onGiveUp} />}
    </>
  )
}
