import { type ReactNode, useEffect, useState } from 'react'
import type { Router } from '../router/createRouter.ts'
import { useRouter } from '../router/router.ts'
import { type Portal, PortalContext, usePortal } from './portal.ts'

/**
 * A screen, or a step of one. Whatever becomes of the calls that it began: once the player has gone
 * elsewhere, it leads nowhere.
 */
export function ScreenScope({ children }: { readonly children: ReactNode }) {
  const portal = usePortal()
  const router = useRouter()
  const [scope] = useState(() => createScope(portal, router))

  useEffect(() => {
    scope.begin()
    return () => scope.end()
  }, [scope])

  return <PortalContext value={scope.portal}>{children}</PortalContext>
}

function createScope(portal: Portal, { history, read }: Router<unknown>) {
  // Children may act before this component's effects run.
  let isThere = true
  return {
    portal: portal.scopedTo(() => {
      const shown = read()?.entry
      const { pathname, step } = history.read()
      // The address is ahead while the next screen is on its way.
      return isThere && shown?.pathname === pathname && shown.step === step
    }),
    begin() {
      isThere = true
    },
    end() {
      isThere = false
    },
  }
}
