import { paths } from '@gatehouse/contract/routes'

/**
 * Takes the token of a password-recovery or security mail out of the address bar, so that nothing that the page
 * loads or shows has it. It stays with the entry of the history: a reload or Back finds it there, and
 * it goes when the entry is replaced. An address with two tokens has none.
 */
export function hideRecoveryToken(): void {
  const url = new URL(location.href)
  const isSafety = url.pathname === paths.accountSafety || url.pathname === paths.recoverAccount
  const name = isSafety ? 'link' : 'token'
  const [secret = '', ...others] = url.searchParams.getAll(name)
  const isOurs = name === 'link' || url.pathname === paths.passwordRecoveryReset
  if (!isOurs || !url.searchParams.has(name)) return
  url.searchParams.delete(name)
  const state = { ...(history.state as object | null), secret: others.length > 0 ? '' : secret }
  history.replaceState(state, '', url)
}
