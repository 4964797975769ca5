import { isMissingFile } from '@gatehouse/ui/oldBuild'
import { CallError, type Client } from '@gatehouse/client/client'
import { submitDelay } from '@gatehouse/contract/browserLimits'
import type { FormItem } from './FormError.ts'
import type { ErrorCode } from '@gatehouse/contract/errors'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { usePortal } from '../../context/portal.ts'
import { cleanForm, fetchCleaning } from './cleanField.ts'
import type { DraftLifetime } from './useFormDraft.ts'
import { type FormErrors, mapFieldErrors } from './mapFieldErrors.ts'
import type { Waiting } from './retryWhileOverloaded.ts'
import { useActions } from './useActions.ts'
import { useRefusal } from './useRefusal.ts'

export interface Submission {
  readonly values: FormValues
  /** When the button was pressed, by the wall clock. */
  readonly pressedAt: number
  /** The values as they are by now, which a press that was kept is sent with. */
  readonly reread: () => FormValues
  /**
   * Its calls end when the player stops waiting, and carry the solution that the last refusal asked
   * for.
   */
  readonly api: Client
}

export interface SubmissionOptions {
  /** The key under which an interrupted form keeps its input. */
  readonly name: string
  /**
   * Sends the form, and sends it again while the server is overloaded. Its errors are shown at
   * the fields, in general, or on an error page.
   */
  readonly onSubmit: (submission: Submission) => Promise<void>
  /** Over a reload and Back; by default until the form is sent. */
  readonly draft?: DraftLifetime
  /** No failure leads to an error page: it is said here. */
  readonly stays?: boolean
  /** Codes that this form shows as another one of the catalogue. */
  readonly renamed?: Readonly<Record<string, ErrorCode>>
}

/** Few submissions are sent again. */
const retries = () => import('./retryWhileOverloaded.ts')

/**
 * Sends a form, one submission at a time; what is refused goes to `showErrors` or to an error page.
 */
export function useSubmission(
  { name, onSubmit, draft = 'until-sent', stays, renamed }: SubmissionOptions,
  showErrors: (errors: FormErrors) => void,
) {
  const portal = usePortal()
  const { i18n, t } = useLingui()
  const { isBusy, act } = useActions<'form'>()
  const refusalOf = useRefusal()
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const stop = useRef<AbortController>(undefined)

  async function send(form: HTMLFormElement, unmounted: AbortSignal) {
    const pressedAt = now()
    await fetchCleaning()
    const data = readForm(form)
    const { signal } = (stop.current = new AbortController())
    const reread = () => new FormValues(readForm(form))
    const work = (proofOfWork?: string) => {
      const api: Client = (call, input, options) =>
        portal.session.api(call, input, { ...options, signal, proofOfWork })
      return onSubmit({ values: new FormValues(data), pressedAt, reread, api })
    }
    try {
      await new Promise((resolve) => setTimeout(resolve, submitDelay))
      if (signal.aborted || !portal.isCurrent()) return
      await work().catch(async (error: unknown) => {
        if (!(error instanceof CallError) || error.retryAfter === null) throw error
        const { retryWhileOverloaded } = await retries().catch(() => Promise.reject(error))
        // A player who goes elsewhere does not wait there.
        const line = { onWait: setWaiting, signal: AbortSignal.any([signal, unmounted]) }
        await retryWhileOverloaded(error, work, line)
      })
      if (draft === 'until-sent') portal.drafts.forget(name)
    } catch (error) {
      if (!signal.aborted && portal.isCurrent()) await refuse(error, form, data)
    }
    setWaiting(null)
  }

  async function refuse(error: unknown, form: HTMLFormElement, data: FormData) {
    // The page may be loaded anew for a file that it misses.
    if (isMissingFile(error)) portal.drafts.hold(name, data)
    const refusal = await refusalOf(
      error,
      stays,
      () => t`You seem to be offline. What you typed is kept: send it again when you are back.`,
    )
    portal.drafts.release(name)
    if (refusal === null) {
      portal.drafts.hold(name, data)
      portal.fail(error)
      return
    }
    const replaced = portal.rules.goesBeyondSpecification ? ownSentences : {}
    const wordsOf = (code: string) => {
      const sentence = replaced[code]
      return sentence ? i18n._(sentence) : refusal.wordsFor(renamed?.[code] ?? code)
    }
    const items = replaced === ownSentences ? withoutEcho(refusal.items) : refusal.items
    const mapped = mapFieldErrors(items, namesOf(form), wordsOf, refusal.retryAfter ?? null)
    showErrors({ ...mapped, note: refusal.note })
  }

  return {
    isBusy: isBusy('form'),
    waiting,
    /** Does nothing, and answers false, while another submission is under way. */
    submit: (form: HTMLFormElement) => act('form', (unmounted) => send(form, unmounted)),
    stopWaiting: () => stop.current?.abort(),
  }
}

/** Sentences of ours for codes whose sentence the specification fixes. */
const ownSentences: Readonly<Record<string, MessageDescriptor>> = {
  ERROR_EMAIL_EMPTY: msg`Type your email address.`,
}

/** An empty address is one error: that its repetition differs says nothing more. */
function withoutEcho(items: readonly FormItem[]): readonly FormItem[] {
  const isEmpty = items.some(({ ErrorMessage }) => ErrorMessage === 'ERROR_EMAIL_EMPTY')
  return isEmpty
    ? items.filter(({ ErrorMessage }) => ErrorMessage !== 'ERROR_CONFIRM_EMAIL_INVALID')
    : items
}

function now(): number {
  return Date.now()
}

/** The input of a form, as it is meant. */
function readForm(form: HTMLFormElement): FormData {
  cleanForm(form)
  return new FormData(form)
}

function namesOf(form: HTMLFormElement): string[] {
  return [...form.elements].map((element) => element.getAttribute('name') ?? '')
}

/** The values of a form at the press of its button. */
export class FormValues {
  readonly #data: FormData

  constructor(data: FormData) {
    this.#data = data
  }

  /** The text of a field exactly as it was typed; '' when the form has no such field. */
  text(name: string): string {
    const value = this.#data.get(name)
    return typeof value === 'string' ? value : ''
  }

  /** True if the form has such a field that is empty or blank. */
  isEmpty(name: string): boolean {
    return this.#data.has(name) && this.text(name).trim() === ''
  }

  /** Everything but what is secret, for filling the same form again. */
  without(...names: readonly string[]): FormData {
    const kept = new FormData()
    for (const [name, value] of this.#data) if (!names.includes(name)) kept.append(name, value)
    return kept
  }

  isTicked(name: string): boolean {
    return this.#data.has(name)
  }
}
