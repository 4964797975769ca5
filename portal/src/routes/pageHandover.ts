import { type Path, paths } from '@gatehouse/contract/routes'
import { tabStore } from '../storage/tabStore.ts'
import { isFresh } from '../ui/news.ts'
import { whenIdle } from '../ui/whenIdle.ts'
import type { LoginNote } from '../context/pageState.ts'
import type { Portal } from '../context/portal.ts'

/*
 * A new page replaces one that allows third-party scripts, or that never may. The player pressed
 * nothing for that: the state and messages of the previous page are kept.
 */

type Parts = Pick<Portal, 'pageState' | 'news' | 'say'>

const name = 'page-before'

/** Left by the previous page: its own words, and no part of an address. */
type Kept = Readonly<Record<string, unknown>> & { readonly loginNote?: LoginNote | null }

/** Stores the state for the page at a path. */
export function leavePage({ pageState, news }: Parts, path: Path): void {
  const { username } = pageState.current
  const loginNote = path === paths.login ? pageState.current.loginNote : null
  const said = news.read()
  const words = said !== null && isFresh(said) ? said.words() : ''
  tabStore.keep(name, { path, username, loginNote, words })
}

/**
 * Goes on with the state that the previous page has left, once, and shows its words. Answers false
 * if there is none, and where a player who has begun with this page's screen would lose it.
 */
export function restoreHandover({ pageState, say }: Parts, hasBegun: boolean): boolean {
  const left = tabStore.read(name)
  tabStore.forget(name)
  if (typeof left !== 'object' || left === null) return false
  const { path, username, loginNote, words } = left as Kept
  if (path !== pageState.loadedPath) return false
  // A region that is there before its words is read out.
  if (typeof words === 'string' && words !== '') whenIdle(() => say(() => words), 500)
  if (hasBegun) return false
  if (typeof username === 'string' && username !== '') pageState.update({ username })
  pageState.update({ loginNote: loginNote ?? null })
  return true
}
