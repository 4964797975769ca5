import { createStore } from '../api/store.ts'

interface Offer {
  readonly label: string
  readonly run: () => void
}

interface Toast {
  readonly number: number
  readonly words: string
  readonly offer?: Offer
}

/** The last message about something that was done; null without one. */
export const toast = createStore<Toast | null>(null)

export function say(words: string, offer?: Offer): void {
  const number = (toast.read()?.number ?? 0) + 1
  toast.write({ number, words, ...(offer && { offer }) })
}
