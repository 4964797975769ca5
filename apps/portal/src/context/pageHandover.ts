import { paths } from '@gatehouse/contract/routes'
import { tabStore } from '../storage/tabStore.ts'
import { isFresh } from '../ui/notifications.ts'
import { whenIdle } from '../ui/whenIdle.ts'
import type { LogInNote } from './logIn.ts'
import type { Portal } from './portal.ts'

/*
 * A new page replaces one that allows third-party scripts, or that never may, or whose build is old.
 * The player pressed nothing for that: the state and messages of the previous page are kept. What was
 * typed is kept by each form.
 */

const place = 'page-before'

/** Left by the previous page: its own words, and no part of an address. */
type Left = Readonly<Record<string, unknown>> & { readonly note?: LogInNote | null }

/** Stores the state for the page at a path. */
export function leavePage(portal: Pick<Portal, 'logIn' | 'notifications'>, path: string): void {
  const { logIn, notifications } = portal
  const note = path === paths.login ? logIn.note : null
  const last = notifications.read()
  const words = last !== null && isFresh(last) ? last.words() : ''
  tabStore.write(place, { path, username: logIn.username, note, words })
}

/**
 * Goes on with the log-in that the previous page has left, once, and shows its words. Answers false
 * if there is none, and where a player who has begun with this page's screen would lose it.
 */
export function restoreHandover(
  { page, logIn, notify }: Pick<Portal, 'page' | 'logIn' | 'notify'>,
  hasBegun: boolean,
): boolean {
  const left = tabStore.read(place)
  tabStore.forget(place)
  if (typeof left !== 'object' || left === null) return false
  const { path, username, note, words } = left as Left
  if (path !== page.loadedPath) return false
  // A region that is there before its words is read out.
  if (typeof words === 'string' && words !== '') whenIdle(() => notify(() => words), 500)
  if (hasBegun) return false
  if (typeof username === 'string' && username !== '') logIn.begin(username)
  logIn.explain(note ?? null)
  return logIn.username !== '' || logIn.note !== null
}
