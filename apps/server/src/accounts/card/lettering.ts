/** A theme's face for names, written by `apps/portal/build/writeCards.mjs`; in thousandths of a size. */
export interface CardFace {
  /** The height of its capitals. */
  readonly capitals: number
  /** The advance and the outline of each letter. */
  readonly letters: Readonly<Record<string, readonly [number, string]>>
  /** By how much a pair of letters stands further apart. */
  readonly pairs: Readonly<Record<string, number>>
}

/** Returns whether the face has every letter of a text, and the text has one. */
export function isDrawable(face: CardFace, text: string): boolean {
  return text.trim() !== '' && [...text].every((letter) => letter in face.letters)
}

export function widthOf(face: CardFace, text: string, size: number): number {
  return (placed(face, text).width * size) / 1000
}

/** A text, or as much of it as has the width, with dots for the rest. */
export function shortened(face: CardFace, text: string, size: number, width: number): string {
  if (widthOf(face, text, size) <= width) return text
  const letters = [...text]
  while (letters.length > 1 && widthOf(face, `${letters.join('')}…`, size) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

/** A line of text as outlines, whose letters stand on `y` and begin at `x`. */
export function lineOf(
  face: CardFace,
  text: string,
  { x, y, size, fill }: { readonly [N in 'x' | 'y' | 'size']: number } & { readonly fill: string },
): string {
  const scale = size / 1000
  const outlines = placed(face, text).letters.map(
    ({ outline, at }) => `<path transform="translate(${at})" d="${outline}"/>`,
  )
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${outlines.join('')}</g>`
}

/** Letters that the face has not are left out. */
function placed(face: CardFace, text: string) {
  const letters: { outline: string; at: number }[] = []
  let width = 0
  let before = ''
  for (const letter of text) {
    const [advance, outline] = face.letters[letter] ?? [0, '']
    width += face.pairs[before + letter] ?? 0
    if (outline !== '') letters.push({ outline, at: width })
    width += advance
    before = letter
  }
  return { letters, width }
}
