import { usePortal, useSettings } from '../../context/portal.ts'
import { useScreenData } from '../../context/useScreenData.ts'

/** True if the account has a password of its own; null until it is known. */
export function useHasPassword(): boolean | null {
  const { rules } = useSettings()
  const { session } = usePortal()
  const { value: answer } = useScreenData(async () =>
    rules.offersStrongSignIn ? session.api('readSecurity', {}) : { HasPassword: true },
  )
  // Most deployments have no other players, and wait for nothing.
  return rules.offersStrongSignIn ? (answer?.HasPassword ?? null) : true
}
