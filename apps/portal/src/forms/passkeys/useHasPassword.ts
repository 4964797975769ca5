import { usePortal, useSettings } from '../../context/portal.ts'
import { isLack, useLoaded } from '../../ui/useLoaded.ts'

/** True if the account has its own password; null until it is known. */
export function useHasPassword(): boolean | null {
  const { rules } = useSettings()
  const { session, fail } = usePortal()
  const { value: answer, isAbsent } = useLoaded(
    async () =>
      rules.offersStrongSignIn ? session.api('readSecurity', {}) : { HasPassword: true },
    (error) => isLack(error) || fail(error, { replace: true, canRetry: true }),
  )
  // Most deployments have no other players, and wait for nothing.
  if (!rules.offersStrongSignIn || isAbsent) return true
  return answer?.HasPassword ?? null
}
