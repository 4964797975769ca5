import { useLingui } from '@lingui/react/macro'
import { FormError } from '../../forms/submit/FormError.ts'
import { usePortal } from '../../context/portal.ts'
import { CookiesRefusedError } from '../../session/session.ts'

/** Opens the session of a log-in and goes where the player was heading. */
export function useEnter(): (created: string) => Promise<void> {
  const portal = usePortal()
  const { t } = useLingui()
  return async (created) => {
    try {
      await portal.enter(created)
    } catch (error) {
      if (!(error instanceof CookiesRefusedError)) throw error
      const words = t`Your browser blocks cookies. Allow them for this site to log in.`
      throw new FormError({ Property: '', ErrorMessage: words })
    }
  }
}
