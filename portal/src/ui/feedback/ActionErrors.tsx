import { Notice } from './Notice.tsx'

/** The errors of a button's last press, in words, beside it. */
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
