import { usePortal, useSettings } from '../../context/portal.ts'
import { useScreenData } from '../../context/useScreenData.ts'

/** Whether the player has a password of the account's own; null until it is known. */
export function useHasPassword(): boolean | null {
  const { rules } = useSettings()
  const { session } = usePortal()
  const { value: answer } = useScreenData(async () =>
    rules.offersStrongSignIn ? session.api('readSecurity', {}) : { HasPassword: true },
  )
  // Most deployments have no other players, and wait for nothing.
  return rules.offersStrongSignIn ? (answer?.HasPassword ?? null) : true
}
