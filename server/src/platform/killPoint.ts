import { channel } from 'node:diagnostics_channel'
import type { CallName } from '@gatehouse/contract/calls'

/*
 * Moments at which a server may die without anything being lost. The code names them and goes on:
 * nothing in the product listens. A test's own preload does, and ends the process there and then.
 */

/** What happens within the transactions of the journeys that change an account, in their order. */
export const killPoints = [
  'registration: player written',
  'registration: access key spent',
  'registration: approvals written',
  'registration: mail posted',
  'confirmation: link taken',
  'confirmation: account confirmed',
  'recovery: mail posted',
  'recovery: link taken',
  'recovery: sessions ended',
  'recovery: password set',
  'recovery: notice posted',
  'email change: noted',
  'email change: mails posted',
  'email change: marked confirmed',
  'email change: address set',
  'email change: notices posted',
  'email undo: marked undone',
  'email undo: notices posted',
  'email undo: address restored',
  'deletion: sites told',
  'deletion: player erased',
  'deletion: mails forgotten',
  'deletion: farewell posted',
  'linking: state taken',
  'linking: account linked',
  'linking: sites told',
  'unlinking: account unlinked',
  'unlinking: sites told',
  'partner registration: proof spent',
  'partner registration: player written',
  'partner registration: sites told',
  'refresh: session replaced',
  'refresh: successor written',
  'mail: handed over',
] as const

export type KillPoint =
  | (typeof killPoints)[number]
  /** Before a call's handler, after it with the answer still here, and after the answer. */
  | `${CallName} ${'asked' | 'done' | 'answered'}`
  /** After a migration, while all of them are still one transaction. */
  | `migration: ${string}`

const points = channel('gatehouse:point')

/** Says that a point is reached. */
export function reached(point: KillPoint): void {
  if (points.hasSubscribers) points.publish(point)
}
