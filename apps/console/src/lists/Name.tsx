/** Marks that have no shape, or turn the text around them. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/u

interface Props {
  readonly of: string
}

/**
 * A text that a player has chosen: isolated from the sentence around it, and with a sign for each
 * mark that could not be seen.
 */
export function Name({ of }: Props) {
  if (!unseen.test(of)) return <bdi>{of}</bdi>
  const parts = of.split(/([\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0])/u)
  return (
    <bdi>
      {parts.map((part, index) =>
        part !== '' && unseen.test(part) ? (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of one text
          <mark key={index} className="unseen-mark">
            {codeOf(part)}
          </mark>
        ) : (
          part
        ),
      )}
    </bdi>
  )
}

function codeOf(mark: string): string {
  return `U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
