/** Several things in one line, with the commas of the language: `A, B, C`. */
export function listOf(locale: string, things: readonly string[]): string {
  return new Intl.ListFormat(locale, { style: 'narrow' }).format(things)
}
