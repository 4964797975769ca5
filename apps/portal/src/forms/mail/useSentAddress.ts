import { usePortal, useSession } from '../../context/portal.ts'
import { tabStore } from '../../storage/tabStore.ts'
import { type MailPurpose, sentMail } from './sentMail.ts'

/**
 * The address with which a form for another mail is filled: where the last one went, the player's
 * own, or what was typed to log in; '' where none is known. What was typed to register is old in a tab that has
 * had a player since: the address may be another one by now.
 */
export function useSentAddress(...purposes: readonly MailPurpose[]): string {
  const { logIn } = usePortal()
  const { user } = useSession()
  const typed = logIn.username
  const isOld = tabStore.read('player') !== null
  const sent = purposes
    .filter((purpose) => purpose !== 'confirmation' || !isOld)
    .map((purpose) => sentMail.read(purpose)?.address)
    .find(Boolean)
  return sent ?? user?.Email ?? (typed.includes('@') ? typed : '')
}
