import type { I18n } from '@lingui/core'
import { useEffect } from 'react'
import type { Router } from '../router/createRouter.ts'
import type { Portal } from '../context/portal.ts'
import { CurrentScreen } from './CurrentScreen.tsx'
import type { ScreenRoute } from '../routes/routes.ts'
import { applyLanguageSheet } from '../themes/applyLanguageSheet.ts'
import { AppProviders } from './AppProviders.tsx'

interface Props {
  readonly i18n: I18n
  readonly portal: Portal
  readonly router: Router<ScreenRoute>
}

export function App(props: Props) {
  const { locale } = props.i18n
  useEffect(() => applyLanguageSheet(locale), [locale])
  return (
    <AppProviders {...props}>
      <CurrentScreen router={props.router} />
    </AppProviders>
  )
}
