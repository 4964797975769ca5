import { usernameError } from '@gatehouse/contract/fields'
import { cleanText } from '@gatehouse/contract/cleanText'

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  value === 0 ||
  value === '0' ||
  (typeof value === 'object' && Object.values(value).every(isNothing))

/**
 * The fields of a record that have something in them and that nobody reads, as the parts of a player that
 * are left out. `known` are those that are read, and those that say nothing about a player.
 */
export function fieldsLeftOut(given: unknown, known: Iterable<string>): readonly string[] {
  const names = new Set(known)
  return Object.entries(given as object)
    .filter(([name, value]) => !names.has(name) && !isNothing(value))
    .map(([name]) => `field ${name}`)
}

/** The username of another system; where it is not allowed here, the import gives another one. */
export function nameFrom(given: string | null | undefined): {
  readonly named: { readonly username?: string }
  readonly leftOut: readonly string[]
} {
  const username = cleanText('name', given ?? '')
  if (username === '') return { named: {}, leftOut: [] }
  return usernameError(username) === null
    ? { named: { username }, leftOut: [] }
    : { named: {}, leftOut: ['the username, which is not allowed here'] }
}
