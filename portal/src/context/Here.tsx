import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useRouter } from '../router/router.ts'
import { PortalContext, usePortal } from './portal.ts'

/**
 * A screen, or a step of one. Whatever becomes of the calls that it began: once the player has gone
 * elsewhere, it leads nowhere.
 */
export function Here({ children }: { readonly children: ReactNode }) {
  const portal = usePortal()
  const { history, read } = useRouter()
  const isThere = useRef(true)
  const [own] = useState(() =>
    portal.within(() => {
      const shown = read()?.entry
      const { pathname, step } = history.read()
      // The address is ahead while the next screen is on its way.
      return isThere.current && shown?.pathname === pathname && shown.step === step
    }),
  )

  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])

  return <PortalContext value={own}>{children}</PortalContext>
}
