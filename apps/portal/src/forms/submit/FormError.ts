import { CallError } from '@gatehouse/client/client'
import type { ErrorItem } from '@gatehouse/contract/errorItems'
import type { ErrorCode } from '@gatehouse/contract/errors'

/** An error of a form: one of the catalogue by its code, or of the portal's own by a name and a sentence. */
export interface FormItem extends ErrorItem {
  /** In the language of the page, at any time; absent: the catalogue has them. */
  readonly words?: () => string
}

/** An error that a form itself finds, shown like a refusal of the server: no call was sent. */
export class FormError extends Error {
  override readonly name = 'FormError'
  readonly items: readonly FormItem[]

  constructor(...items: readonly FormItem[]) {
    super('The form was refused.')
    this.items = items
  }
}

/** Refuses the form as a whole. */
export function throwFormError(code: ErrorCode): never {
  throw new FormError(itemOf('', code))
}

/** The item of a code under a field; `errorItem` knows the code's own, but is no part of every page. */
export function itemOf(property: string, code: ErrorCode): ErrorItem {
  return { Property: property, ErrorMessage: code }
}

/**
 * The error items that a form shows itself; null when the central handler has to. A refusal of the
 * server that names nothing is said in general.
 */
export function refusedItems(error: unknown): readonly FormItem[] | null {
  if (error instanceof FormError) return error.items
  if (!(error instanceof CallError) || error.status !== 400 || error.body === null) return null
  const { ErrorMessages } = error.body
  return ErrorMessages.length > 0 ? ErrorMessages : [itemOf('', 'ERROR_REGISTER_NO_SUCCESS')]
}
