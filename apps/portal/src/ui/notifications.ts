import { createContext } from 'react'
import { createMemoryStore, type MemoryStore } from '../storage/memoryStore.ts'

/** How something is said. */
export interface NotifyOptions {
  /** The part of the page that it is about; absent: the page. */
  readonly about?: string
  /** Nothing went wrong, and nothing was done either. */
  readonly isPlain?: boolean
}

/** Something that is said to the player in words, such as what went well. */
export interface PortalNotification extends NotifyOptions {
  /** In the language of the page, at any time. */
  readonly words: () => string
  /** Another one for each piece of notifications, also with the same words. */
  readonly number: number
  /** When it was said, in milliseconds. */
  readonly at: number
}

/** True while a message still speaks of what the player did just now. */
export function isFresh({ at }: PortalNotification): boolean {
  return Date.now() - at < 7000
}

/** The last message. The page below an open dialog is inert: the dialog shows it and reads it out. */
export const NotificationContext = createContext<MemoryStore<PortalNotification | null>>(
  createMemoryStore<PortalNotification | null>(null),
)

/** The last message; null before there is one. It outlives the screen that said it. */
export type NotificationStore = MemoryStore<PortalNotification | null>

export function createNotifications(): NotificationStore {
  return createMemoryStore<PortalNotification | null>(null)
}

/** Puts words in place of what was said before. */
export function notifyIn(
  notifications: NotificationStore,
  words: PortalNotification['words'],
  saying: NotifyOptions = {},
): void {
  notifications.write({
    ...saying,
    words,
    number: (notifications.read()?.number ?? 0) + 1,
    at: Date.now(),
  })
}

/** Takes away what was said on a screen that the player leaves, unless it was said for the next one. */
export function dropOldNotification(notifications: NotificationStore): void {
  const said = notifications.read()
  if (said !== null && !isFresh(said)) notifications.write(null)
}
