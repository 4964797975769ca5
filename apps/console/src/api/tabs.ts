/* Messages between the pages of the console in one browser. */

type Message =
  /** Of the small page of the sign-in: the person has proven who they are. */
  'proven' | { readonly is: 'signed-in'; readonly person: string } | { readonly is: 'signed-out' }

const name = 'gatehouse-staff'

/** Listens to the other pages, until the answered function is called. */
export function hearTabs(listener: (message: Message) => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => listener(data))
  return () => channel.close()
}

export function tellTabs(message: Message): void {
  const channel = new BroadcastChannel(name)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel.postMessage(message)
  channel.close()
}
