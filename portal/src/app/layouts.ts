import type { ScreenComponent } from '../router/ScreenComponent.ts'
import { lazyScreen } from '../routes/lazyScreen.ts'
import { CentredLayout } from './layouts/CentredLayout.tsx'
import type { LayoutName } from '../routes/routes.ts'
import { VisitorLayout } from './layouts/VisitorLayout.tsx'

/** What is around a screen, for each kind of them. */
export const layouts: Record<LayoutName, ScreenComponent> = {
  visitor: VisitorLayout,
  centred: CentredLayout,
  account: lazyScreen(() => import('./layouts/account/AccountLayout.tsx'), 'AccountLayout', {
    words: ['account'],
  }),
}
