export type ActAnswer =
  | {
      readonly outcome: 'done'
      /** Empty where the data are enough. */
      readonly message: string
      readonly data: unknown
    }
  | ActRefusal

export interface ActRefusal {
  readonly outcome: 'refused' | 'misunderstood'
  /** The code, for programs. */
  readonly error: string
  readonly message: string
  readonly fields: readonly RefusedField[]
  readonly data: unknown
}

interface RefusedField {
  readonly path: string
  readonly message: string
}

/** An act that waits for a second person. */
export interface Waiting {
  readonly outcome: 'waiting'
  readonly approval: { readonly id: string; readonly expiresAt: string }
}

export function refused(error: string, message: string, data: unknown = null): ActRefusal {
  return { outcome: 'refused', error, message, fields: [], data }
}

/** An order names a player by what the roles do not see of players. */
export function refusedName(field: RefusedField): ActRefusal {
  const message = `${field.path}: ${field.message}.`
  return {
    outcome: 'misunderstood',
    error: 'NAMED_OTHERWISE',
    message,
    fields: [field],
    data: null,
  }
}
