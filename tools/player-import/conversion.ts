import type { GivenPlayer } from '@gatehouse/server/acts/player-imports/importedPlayer'

/** The result of a record of another system. */
export type Conversion =
  | {
      readonly player: GivenPlayer
      /** Parts of the player that have no place here, such as 'links to google'. */
      readonly leftOutParts?: readonly string[]
    }
  /** The record is no player, and what it is. */
  | { readonly leftOut: string }
  | { readonly error: string }
