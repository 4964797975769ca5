import { paths } from '@gatehouse/contract/routes'
import { tabStore } from '../storage/tabStore.ts'
import { isFresh } from '../ui/news.ts'
import { whenIdle } from '../ui/whenIdle.ts'
import type { LoginNote } from './pageState.ts'
import type { Portal } from './portal.ts'

/*
 * A new page replaces one that allows third-party scripts, or that never may, or whose build is old.
 * The player pressed nothing for that: the state and messages of the previous page are kept, and what
 * was typed, except passwords.
 */

type Parts = Pick<Portal, 'pageState' | 'news' | 'say'>

const name = 'page-before'

/** Left by the previous page: its own words, and no part of an address. */
type Kept = Readonly<Record<string, unknown>> & { readonly loginNote?: LoginNote | null }

/** The input of forms, by their names. */
type Drafts = readonly (readonly [form: string, texts: readonly (readonly [string, string])[]])[]

function textsOf(data: FormData): Drafts[number][1] {
  return [...data].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
}

/** Stores the state for the page at a path. */
export function leavePage({ pageState, news }: Parts, path: string): void {
  pageState.forgetPasswords()
  const drafts = [...pageState.drafts].map(([form, data]) => [form, textsOf(data)] as const)
  const { username } = pageState.current
  const loginNote = path === paths.login ? pageState.current.loginNote : null
  const said = news.read()
  const words = said !== null && isFresh(said) ? said.words() : ''
  tabStore.keep(name, { path, username, loginNote, words, drafts })
}

/**
 * Goes on with the state that the previous page has left, once, and shows its words. Answers false
 * if there is none, and where a player who has begun with this page's screen would lose it.
 */
export function restoreHandover({ pageState, say }: Parts, hasBegun: boolean): boolean {
  const left = tabStore.read(name)
  tabStore.forget(name)
  if (typeof left !== 'object' || left === null) return false
  const { path, username, loginNote, words, drafts } = left as Kept
  if (path !== pageState.loadedPath) return false
  // A region that is there before its words is read out.
  if (typeof words === 'string' && words !== '') whenIdle(() => say(() => words), 500)
  if (hasBegun) return false
  for (const [form, texts] of Array.isArray(drafts) ? (drafts as Drafts) : []) {
    const data = new FormData()
    for (const [field, text] of texts) data.append(field, text)
    pageState.drafts.set(form, data)
  }
  if (typeof username === 'string' && username !== '') pageState.update({ username })
  pageState.update({ loginNote: loginNote ?? null })
  return true
}
