import type { Ban } from '@gatehouse/contract/errorItems'
import type { FormItem } from './FormError.ts'

/** One thing that is wrong: its code, and the words that are shown for it. */
export interface FieldError {
  readonly code: string
  readonly words: string
  /** The facts of a ban that its player may know. */
  readonly ban?: Ban
  /** This browser has been in the account. */
  readonly isKnown?: boolean
  /** Seconds after which it can be tried again. */
  readonly retryAfter?: number
}

export interface FormErrors {
  /** By the field's name, folded. */
  readonly fields: Readonly<Record<string, readonly FieldError[]>>
  readonly general: readonly FieldError[]
  /** The sealed note of the answer, where a support code can be made of it. */
  readonly note?: string | undefined
}

export const noErrors: FormErrors = { fields: {}, general: [] }

export const foldName = (name: string) => name.toLowerCase()

/**
 * Sorts error items by the fields of a form, ignoring case. An item of no field is general: no
 * message is ever lost. `retryAfter` is the answer's, in seconds; null without one.
 */
export function mapFieldErrors(
  items: readonly FormItem[],
  fieldNames: readonly string[],
  wordsFor: (codeOrText: string) => string,
  retryAfter: number | null = null,
): FormErrors {
  const names = new Set(fieldNames.map(foldName))
  const fields: Record<string, FieldError[]> = {}
  const general: FieldError[] = []
  for (const { Property, ErrorMessage, Ban: ban, Known: isKnown, words } of items) {
    const name = foldName(Property ?? '')
    const place = name !== '' && names.has(name) ? (fields[name] ??= []) : general
    if (place.every(({ code }) => code !== ErrorMessage)) {
      place.push({
        code: ErrorMessage,
        // Asked for at each look, because the page can go on in another language.
        get words() {
          return words?.() ?? wordsFor(ErrorMessage)
        },
        ...(ban ? { ban } : {}),
        ...(isKnown && { isKnown }),
        ...(retryAfter === null ? {} : { retryAfter }),
      })
    }
  }
  return { fields, general }
}
