import type { GivenPlayer } from '@gatehouse/server/staff/acts/imports/importedPlayer'

/** The result of a record of another system. */
export type Conversion =
  /** Its `leftOut` names the parts that have no place here, such as 'links to google'. */
  | { readonly player: GivenPlayer }
  /** The record is no player, and what it is. */
  | { readonly leftOut: string }
  | { readonly error: string }
