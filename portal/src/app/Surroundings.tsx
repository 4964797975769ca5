import type { I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import type { Router } from '../routing/createRouter.ts'
import { RouterContext } from '../routing/router.ts'
import { type Portal, PortalContext } from '../session/portal.ts'

interface Props {
  readonly i18n: I18n
  readonly portal: Portal
  readonly router: Router<unknown>
  readonly children: ReactNode
}

/** What every part of the portal may ask for. */
export function Surroundings({ i18n, portal, router, children }: Props) {
  return (
    <I18nProvider i18n={i18n}>
      <PortalContext value={portal}>
        <RouterContext value={router}>{children}</RouterContext>
      </PortalContext>
    </I18nProvider>
  )
}
