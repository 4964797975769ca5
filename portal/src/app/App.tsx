import type { I18n } from '@lingui/core'
import type { Router } from '../routing/createRouter.ts'
import type { Portal } from '../session/portal.ts'
import { CurrentScreen } from './CurrentScreen.tsx'
import type { ScreenRoute } from './screenRoute.ts'
import { Surroundings } from './Surroundings.tsx'

interface Props {
  readonly i18n: I18n
  readonly portal: Portal
  readonly router: Router<ScreenRoute>
}

export function App(props: Props) {
  return (
    <Surroundings {...props}>
      <CurrentScreen router={props.router} />
    </Surroundings>
  )
}
