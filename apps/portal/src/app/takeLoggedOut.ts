import { loggedOutMark } from '@gatehouse/contract/routes'

/**
 * True where the address says that its visitor has just logged out. It says so once: neither a reload
 * nor Back finds it.
 */
export function takeLoggedOut(): boolean {
  if (location.hash !== loggedOutMark) return false
  history.replaceState(history.state, '', location.pathname + location.search)
  return true
}
