import type { ErrorItem } from '@gatehouse/contract/errors'

export interface Faults {
  /** By the field's name, folded. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly general: readonly string[]
}

export const noFaults: Faults = { fields: {}, general: [] }

export const foldName = (name: string) => name.toLowerCase()

/**
 * Sorts error items by the fields of a form, ignoring case. What belongs to no field of it is
 * general: no message is ever lost.
 */
export function placeFaults(items: readonly ErrorItem[], fieldNames: readonly string[]): Faults {
  const known = new Set(fieldNames.map(foldName))
  const fields: Record<string, string[]> = {}
  const general: string[] = []
  for (const { Property, ErrorMessage } of items) {
    const name = foldName(Property ?? '')
    const place = name !== '' && known.has(name) ? (fields[name] ??= []) : general
    if (!place.includes(ErrorMessage)) place.push(ErrorMessage)
  }
  return { fields, general }
}
