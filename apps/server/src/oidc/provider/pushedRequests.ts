import { newSecret } from '../../platform/crypto/secrets.ts'

/*
 * A request that was pushed again has the id of the client's own behind its own one: both are used up
 * together, and the client's yields one code however many browsers have opened it.
 */

/** A new id for the request of another id. */
export function pushedAgain(id: string): string {
  return `${newSecret()}.${firstOf(id)}`
}

/** The ids that are used up with one: that of the client's own request first. */
export function pushedIdsOf(id: string): string[] {
  return [...new Set([firstOf(id), id])]
}

function firstOf(id: string): string {
  return id.slice(id.indexOf('.') + 1)
}
