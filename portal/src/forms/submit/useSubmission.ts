import { CallError, type Client } from '@gatehouse/client/client'
import { submitDelay } from '@gatehouse/contract/browserLimits'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { usePortal } from '../../context/portal.ts'
import { isNetworkError } from '../../session/isNetworkError.ts'
import { refusedItems } from './FormError.ts'
import { FormValues } from './FormValues.ts'
import { type FormErrors, mapFieldErrors } from './mapFieldErrors.ts'
import type { Waiting } from './retryWhileOverloaded.ts'
import { wordsOfErrors } from './wordsOfErrors.ts'

export interface Submission {
  readonly values: FormValues
  /** When the button was pressed, by the wall clock. */
  readonly pressedAt: number
  /** Its calls end when the player does not wait any longer, and have what the last refusal asked for. */
  readonly api: Client
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

/** Few submissions are sent again. */
const retries = () => import('./retryWhileOverloaded.ts')

/** Sends a form, one submission at a time; what is refused goes to `showErrors` or to an error page. */
export function useSubmission(
  { name, onSubmit, renamed }: SubmissionOptions,
  showErrors: (errors: FormErrors) => void,
) {
  const portal = usePortal()
  const { t } = useLingui()
  const isUnderWay = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const stop = useRef<AbortController>(undefined)

  const gone = useRef(new AbortController())

  // A player who goes elsewhere does not wait there.
  useEffect(() => () => gone.current.abort(), [])

  async function send(form: HTMLFormElement) {
    const { data, pressedAt } = readForm(form)
    const { signal } = (stop.current = new AbortController())
    const work = (proofOfWork?: string) => {
      const api: Client = (call, input, options) =>
        portal.session.api(call, input, { ...options, signal, proofOfWork })
      return onSubmit({ values: new FormValues(data), pressedAt, api })
    }
    try {
      await new Promise((resolve) => setTimeout(resolve, submitDelay))
      if (signal.aborted || !portal.isHere()) return
      await work().catch(async (error: unknown) => {
        if (!(error instanceof CallError) || error.retryAfter === null) throw error
        const { retryWhileOverloaded } = await retries().catch(() => Promise.reject(error))
        await retryWhileOverloaded(error, work, {
          onWait: setWaiting,
          signal: AbortSignal.any([signal, gone.current.signal]),
        })
      })
    } catch (error) {
      if (!signal.aborted && portal.isHere()) await refuse(error, form, data)
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
      setWaiting(null)
    })
    return true
  }

  return { isBusy, waiting, submit, stopWaiting: () => stop.current?.abort() }
}

/** What a form holds at the press of its button. */
function readForm(form: HTMLFormElement) {
  return { data: new FormData(form), pressedAt: Date.now() }
}

function namesOf(form: HTMLFormElement): string[] {
  return [...form.elements].map((element) => element.getAttribute('name') ?? '')
}
