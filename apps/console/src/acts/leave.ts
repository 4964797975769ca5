import { say } from './toasts.ts'
import { signOut } from '../api/session.ts'

/** Signs out; without an answer of the server the person stays, and reads so. */
export function leave(): void {
  signOut().catch((error: Error) => say(`You are still signed in. ${error.message}`))
}
