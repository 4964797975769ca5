import type { Messages } from '@lingui/core'

/** A file of words, as the build makes it. */
export interface Catalogue {
  readonly messages: Messages
}

/** The files of a catalogue by the addresses of its languages: `./po/account/fr.po`. */
export type Files = Readonly<Record<string, () => Promise<Catalogue>>>
