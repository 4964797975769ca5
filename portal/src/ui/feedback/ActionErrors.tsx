import { Notice } from '@gatehouse/ui/Notice'
import type { ReactElement } from 'react'

/** A refusal in words, or a part that helps with it and stands below them. */
export type ActionError = string | ReactElement

/** The errors of an action beside its button or in its place. */
export function ActionErrors({ errors }: { readonly errors: readonly ActionError[] }) {
  if (errors.length === 0) return null
  return (
    <>
      <Notice>
        {errors.filter(isWords).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Notice>
      {errors.filter((error) => !isWords(error))}
    </>
  )
}

export function isWords(error: ActionError): error is string {
  return typeof error === 'string'
}
