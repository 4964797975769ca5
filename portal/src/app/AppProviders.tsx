import type { I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import type { Router } from '../router/createRouter.ts'
import { RouterContext } from '../router/router.ts'
import { ConsentContext } from '../consent/useConsent.ts'
import { type Portal, PortalContext } from '../context/portal.ts'

interface Props {
  readonly i18n: I18n
  readonly portal: Portal
  readonly router: Router<unknown>
  readonly children: ReactNode
}

/** The services and contexts of every part of the portal. */
export function AppProviders({ i18n, portal, router, children }: Props) {
  return (
    <I18nProvider i18n={i18n}>
      <PortalContext value={portal}>
        <ConsentContext value={portal.consent}>
          <RouterContext value={router}>{children}</RouterContext>
        </ConsentContext>
      </PortalContext>
    </I18nProvider>
  )
}
