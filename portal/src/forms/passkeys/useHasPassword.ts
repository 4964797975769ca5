import { usePortal } from '../../context/portal.ts'
import { useLoaded } from '../../ui/useLoaded.ts'

/** Whether the player has a password of the account's own; null until it is known. */
export function useHasPassword(): boolean | null {
  const { rules, session, fail } = usePortal()
  const [answer] = useLoaded(
    async () =>
      rules.offersStrongSignIn ? session.api('readSecurity', {}) : { HasPassword: true },
    (error) => fail(error, { replace: true, canRetry: true }),
  )
  // Most deployments have no other players, and wait for nothing.
  return rules.offersStrongSignIn ? (answer?.HasPassword ?? null) : true
}
