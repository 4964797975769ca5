import type { I18n } from '@lingui/core'
import type { Router } from '../router/createRouter.ts'
import type { Portal } from '../context/portal.ts'
import { CurrentScreen } from './CurrentScreen.tsx'
import type { ScreenRoute } from '../routes/routes.ts'
import { AppProviders } from './AppProviders.tsx'

interface Props {
  readonly i18n: I18n
  readonly portal: Portal
  readonly router: Router<ScreenRoute>
  /** Called once the first screen is there, and can be used. */
  readonly onShown?: () => void
}

export function App({ onShown, ...props }: Props) {
  return (
    <AppProviders {...props}>
      <CurrentScreen router={props.router} onShown={onShown} />
    </AppProviders>
  )
}
