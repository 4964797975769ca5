const longest = 64

/**
 * A name that somebody gave themselves elsewhere, as we show it: without control, direction and
 * other unseen characters, at most 64 characters; `otherwise` when nothing is left or it is no text.
 */
export function plainName(given: unknown, otherwise: string): string {
  if (typeof given !== 'string') return otherwise
  const seen = given.replaceAll(/[\p{C}\u2028\u2029]/gu, '').trim()
  return Array.from(seen).slice(0, longest).join('').trim() || otherwise
}
