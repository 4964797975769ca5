import { createContext } from 'react'
import { createMemoryStore, type MemoryStore } from '../storage/memoryStore.ts'

/** Something that went well, as it is said to the player. */
export interface News {
  readonly words: string
  /** Another one for each piece of news, also with the same words. */
  readonly number: number
  /** When it was said, in milliseconds. */
  readonly at: number
}

/** True while a message is still shown: a toast goes after seven seconds. */
export function isFresh({ at }: News): boolean {
  return Date.now() - at < 7000
}

/** The last message. The page below an open dialog is inert: the dialog shows it and reads it out. */
export const NewsContext = createContext<MemoryStore<News | null>>(
  createMemoryStore<News | null>(null),
)

/** The last message; null before there is one. It outlives the screen that said it. */
export type NewsStore = MemoryStore<News | null>

export function createNews(): NewsStore {
  return createMemoryStore<News | null>(null)
}

/** Puts words in place of what was said before. */
export function sayIn(news: NewsStore, words: string): void {
  news.write({ words, number: (news.read()?.number ?? 0) + 1, at: Date.now() })
}
