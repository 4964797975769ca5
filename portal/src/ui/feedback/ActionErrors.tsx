import { Notice } from '@gatehouse/ui/Notice'

/** The errors of an action, in words, beside its button or in its place. */
export function ActionErrors({ errors }: { readonly errors: readonly string[] }) {
  if (errors.length === 0) return null
  return (
    <Notice>
      {errors.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  )
}
