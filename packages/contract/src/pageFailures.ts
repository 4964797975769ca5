/*
 * What the pages of portal and console tell their own server about failures that nobody would report:
 * which screen of which build failed, and by which kind of error. Nothing of its player, of the address
 * or of what was typed is in it.
 */

/** On the host of the page. Beacons post there; it is no call of the account API. */
export const pageFailuresPath = '/failures'

/** Longer reports are refused unread. */
export const pageFailureBytes = 500

export const pageFailureKinds = ['hydration', 'screen', 'script'] as const

/** The screens of the console: the second part of their addresses, or the first where it is alone. */
export const consoleScreens = [
  'start',
  'place',
  'sessions',
  'players',
  'audit',
  'support',
  'brand',
  'mailings',
  'reasons',
  'access-keys',
  'figures',
  'texts',
  'suppressions',
  'health',
  'launch',
  'sites',
  'deliveries',
  'outbox',
  'approvals',
  'look',
] as const

export interface PageFailure {
  readonly Kind: (typeof pageFailureKinds)[number]
  /** The name of the error, like `TypeError`. */
  readonly Name: string
  /** The number of React's error, `file` for a file that did not come, or ''. */
  readonly Code: string
  /** A path of the portal, or a screen of the console. */
  readonly Screen: string
  /** The file of the build that reports it. */
  readonly Build: string
}
