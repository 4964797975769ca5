/** The messages between the tabs of one browser. They hold no identities and no names. */
export type TabNews =
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in'; readonly userId: number }
  | { readonly kind: 'changed'; readonly userId: number }

export interface Tabs {
  tell(news: TabNews): void
}

/** Joins the other tabs of this portal. Where they cannot be reached, posting does nothing. */
export function syncTabs(hear: (news: TabNews) => void): Tabs {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined }
  const channel = new BroadcastChannel('sso-session')
  channel.addEventListener('message', (event: MessageEvent<TabNews>) => hear(event.data))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  return { tell: (news) => channel.postMessage(news) }
}
