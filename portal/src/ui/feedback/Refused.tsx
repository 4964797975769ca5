import { Notice } from './Notice.tsx'

/** What was refused beside a button, in words; nothing while nothing was. */
export function Refused({ words }: { readonly words: readonly string[] }) {
  if (words.length === 0) return null
  return (
    <Notice>
      {words.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  )
}
