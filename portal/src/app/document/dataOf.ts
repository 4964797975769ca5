/**
 * Data for a script element, whose end no text may write. The separators of lines are no ends of
 * lines in JSON, but were in scripts.
 */
export function dataOf(data: object): string {
  return JSON.stringify(data).replaceAll(
    /[<\u2028\u2029]/g,
    (letter) => String.raw`\u` + (letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0'),
  )
}
