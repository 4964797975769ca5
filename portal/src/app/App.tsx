import type { I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { type Portal, PortalContext } from '../session/portal.ts'

interface Props {
  readonly i18n: I18n
  readonly portal: Portal
  readonly router: AnyRouter
}

export function App({ i18n, portal, router }: Props) {
  return (
    <I18nProvider i18n={i18n}>
      <PortalContext value={portal}>
        <RouterProvider router={router} />
      </PortalContext>
    </I18nProvider>
  )
}
