import { createMemoryStore, type MemoryStore } from '../storage/memoryStore.ts'
import type { News } from '../ui/newsContext.ts'

/** What was said last; null before anything was. It outlives the screen that said it. */
export type NewsStore = MemoryStore<News | null>

export function createNews(): NewsStore {
  return createMemoryStore<News | null>(null)
}

/** Puts words in place of what was said before. */
export function sayIn(news: NewsStore, words: string): void {
  news.write({ words, number: (news.read()?.number ?? 0) + 1, at: Date.now() })
}
