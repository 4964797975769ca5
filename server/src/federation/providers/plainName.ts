const longest = 64

/**
 * Names from other services are untrusted, so control, direction and other invisible characters are
 * removed and at most 64 remain. Answers `otherwise` for an empty name and for one that is no text.
 */
export function plainName(given: unknown, otherwise: string): string {
  if (typeof given !== 'string') return otherwise
  const seen = given.replaceAll(/[\p{C}\u2028\u2029]/gu, '').trim()
  return Array.from(seen).slice(0, longest).join('').trim() || otherwise
}
