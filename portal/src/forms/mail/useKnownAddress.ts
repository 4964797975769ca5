import { usePortal, useSession } from '../../context/portal.ts'
import { type MailPurpose, sentMail } from './sentMail.ts'

/**
 * The address with which a form for another mail is filled: where the last one went, the player's
 * own, or what was typed to log in; '' where none is known.
 */
export function useKnownAddress(...purposes: readonly MailPurpose[]): string {
  const { logIn } = usePortal()
  const { user } = useSession()
  const typed = logIn.username
  const sent = purposes.map((purpose) => sentMail.read(purpose)?.address).find(Boolean)
  return sent ?? user?.Email ?? (typed.includes('@') ? typed : '')
}
