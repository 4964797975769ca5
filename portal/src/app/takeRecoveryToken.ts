import { paths } from '@gatehouse/contract/routes'

/**
 * Takes the token of a password-recovery mail out of the address bar, so that nothing that the page
 * loads, shows or leaves in the history has it. Answers the token, '' on every other page.
 */
export function takeRecoveryToken(): string {
  const url = new URL(location.href)
  const token = url.searchParams.get('token')
  if (url.pathname !== paths.passwordRecoveryReset || token === null) return ''
  url.searchParams.delete('token')
  history.replaceState(history.state, '', url)
  return token
}
