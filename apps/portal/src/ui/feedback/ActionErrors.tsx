import { useLingui } from '@lingui/react'
import { Notice } from '@gatehouse/ui/Notice'
import type { ReactElement } from 'react'

/** A refusal in the words of the page's language, or a part that helps with it; null without one. */
export type ActionError = (() => string) | ReactElement | null

/** The errors of an action beside its button or in its place. */
export function ActionErrors({ errors }: { readonly errors: readonly ActionError[] }) {
  useLingui()
  if (errors.length === 0) return null
  const said = new Set(errors.map((error) => (typeof error === 'function' ? error() : error)))
  return (
    <Notice>
      {[...said].map((error) => (typeof error === 'string' ? <p key={error}>{error}</p> : error))}
    </Notice>
  )
}
