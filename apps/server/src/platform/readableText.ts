/** Deeper values are no orders, and would exhaust the stack. */
const deepest = 32

/**
 * The place of the first text in a value of JSON that no database takes, like `order.players`; null where
 * all are fine. Such a text has a NUL or half of a character, or lies too deep.
 */
export function unreadableIn(value: unknown, place = '', depth = 0): string | null {
  if (typeof value === 'string') return isReadable(value) ? null : place
  if (typeof value !== 'object' || value === null) return null
  if (depth >= deepest) return place
  for (const [name, member] of Object.entries(value)) {
    const within = place === '' ? name : `${place}.${name}`
    const found = isReadable(name) ? unreadableIn(member, within, depth + 1) : place
    if (found !== null) return found
  }
  return null
}

export function isReadable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
