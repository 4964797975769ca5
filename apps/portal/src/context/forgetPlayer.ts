import { tabStore } from '../storage/tabStore.ts'
import type { Portal } from './portal.ts'

/**
 * Clears typed input and unfinished steps when a player leaves for good. Back to the log-in finds no name,
 * and back to the registration nothing of another player.
 */
export function forgetPlayer(portal: Pick<Portal, 'drafts' | 'logIn' | 'registration' | 'page'>) {
  const { drafts, logIn, registration, page } = portal
  tabStore.clear()
  drafts.clear()
  logIn.forget()
  registration.forget()
  page.noteLinked(false)
}
