import { CallError } from '@gatehouse/client/client'
import { submitDelay } from '@gatehouse/contract/limits'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { usePortal } from '../../context/portal.ts'
import { isNetworkError } from '../../session/isNetworkError.ts'
import { refusedItems } from './FormError.ts'
import { FormValues } from './FormValues.ts'
import { type FormErrors, mapFieldErrors } from './mapFieldErrors.ts'
import { retryWhileOverloaded } from './retryWhileOverloaded.ts'
import { wordsOfErrors } from './wordsOfErrors.ts'

export interface Submission {
  readonly values: FormValues
  /** When the button was pressed, by the wall clock. */
  readonly pressedAt: number
}

export interface SubmissionOptions {
  /** Under which an interrupted form keeps what was typed. */
  readonly name: string
  /**
   * Sends the form; again, by itself, while the server has too much to do. What it throws is shown at
   * the fields, in general, or on an error page.
   */
  readonly onSubmit: (submission: Submission) => Promise<void>
  /** Codes that this form shows as another one, or in words of its own. */
  readonly renamed?: Readonly<Record<string, string>>
}

/** Sends a form, one submission at a time; what is refused goes to `showErrors` or to an error page. */
export function useSubmission(
  { name, onSubmit, renamed }: SubmissionOptions,
  showErrors: (errors: FormErrors) => void,
) {
  const portal = usePortal()
  const { t } = useLingui()
  const isUnderWay = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [waitsUntil, waitUntil] = useState<number | null>(null)
  const waiting = useRef<AbortController>(undefined)

  // Who goes elsewhere does not wait to be sent from there.
  useEffect(() => () => waiting.current?.abort(), [])

  async function send(form: HTMLFormElement) {
    const { data, pressedAt } = readForm(form)
    const { signal } = (waiting.current = new AbortController())
    try {
      await new Promise((resolve) => setTimeout(resolve, submitDelay))
      signal.throwIfAborted()
      if (!portal.isHere()) return
      await retryWhileOverloaded(() => onSubmit({ values: new FormValues(data), pressedAt }), {
        onWait: waitUntil,
        signal,
      })
    } catch (error) {
      if (error !== signal.reason && portal.isHere()) await refuse(error, form, data)
    }
  }

  async function refuse(error: unknown, form: HTMLFormElement, data: FormData) {
    if (isNetworkError(error) && !navigator.onLine) {
      const words = t`You seem to be offline. What you typed is kept: send it again when you are back.`
      showErrors({ fields: {}, general: [{ code: 'offline', words }] })
      return
    }
    const items = refusedItems(error)
    if (items === null) {
      portal.pageState.drafts.set(name, data)
      portal.fail(error)
    } else {
      const wordsFor = await wordsOfErrors(t`Something went wrong. Please try again.`)
      const retryAfter = error instanceof CallError ? error.retryAfter : null
      const wordsOf = (code: string) => wordsFor(renamed?.[code] ?? code)
      showErrors(mapFieldErrors(items, namesOf(form), wordsOf, retryAfter))
    }
  }

  /** Does nothing, and answers false, while another submission is under way. */
  function submit(form: HTMLFormElement): boolean {
    if (isUnderWay.current) return false
    isUnderWay.current = true
    setBusy(true)
    void send(form).finally(() => {
      isUnderWay.current = false
      setBusy(false)
      waitUntil(null)
    })
    return true
  }

  return { isBusy, waitsUntil, submit, stopWaiting: () => waiting.current?.abort() }
}

/** What a form holds at the press of its button. */
function readForm(form: HTMLFormElement) {
  return { data: new FormData(form), pressedAt: Date.now() }
}

function namesOf(form: HTMLFormElement): string[] {
  return [...form.elements].map((element) => element.getAttribute('name') ?? '')
}
