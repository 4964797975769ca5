import { type ScreenComponent, lazyScreen } from '../routes/lazyScreen.ts'
import { CentredLayout } from './layouts/CentredLayout.tsx'
import type { LayoutName } from '../routes/routes.ts'
import { VisitorLayout } from './layouts/VisitorLayout.tsx'

/** The layouts around screens. */
export const layouts: Record<LayoutName, ScreenComponent> = {
  visitor: VisitorLayout,
  centred: CentredLayout,
  account: lazyScreen(() => import('./layouts/account/AccountLayout.tsx'), 'AccountLayout', {
    words: ['account'],
  }),
}
