import type { Ending } from './tokens.ts'

/** The messages between the tabs of one browser. They hold no identities and no names. */
export type SessionMessage =
  | { readonly kind: 'signed-out'; readonly why: Ending }
  | { readonly kind: 'signed-in'; readonly userId: number }
  | { readonly kind: 'changed'; readonly userId: number }

export interface Tabs {
  post(message: SessionMessage): void
}

/** Joins the other tabs of this portal. Where they cannot be reached, posting does nothing. */
export function syncTabs(onMessage: (message: SessionMessage) => void): Tabs {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined }
  const channel = new BroadcastChannel('sso-session')
  channel.addEventListener('message', (event: MessageEvent<SessionMessage>) =>
    onMessage(event.data),
  )
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  return { post: (message) => channel.postMessage(message) }
}
