import type { ScreenComponent } from '../routing/ScreenComponent.ts'
import { lazyScreen } from '../session/lazyScreen.ts'
import { CentredFrame } from './CentredFrame.tsx'
import type { Frame } from './screenRoute.ts'
import { VisitorFrame } from './VisitorFrame.tsx'

/** What is around a screen, for each kind of them. */
export const frames: Record<Frame, ScreenComponent> = {
  visitor: VisitorFrame,
  centred: CentredFrame,
  account: lazyScreen(() => import('./AccountFrame.tsx'), 'AccountFrame'),
}
