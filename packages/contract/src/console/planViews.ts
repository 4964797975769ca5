import type { Scheme } from '../theme/tokenColours.ts'

/** The size of a window, and how it shows a screen otherwise than most people have it. */
interface PlanView {
  readonly title: string
  readonly width: number
  readonly height: number
  readonly view: { readonly scheme?: Scheme; readonly language?: 'ar' }
}

const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 780 }

/** The pictures before and after a plan: phone and desktop, light and dark, and one from right to left. */
export const planViews: readonly PlanView[] = [
  { title: 'Desktop, light', ...desktop, view: {} },
  { title: 'Desktop, dark', ...desktop, view: { scheme: 'dark' } },
  { title: 'Phone, light', ...phone, view: {} },
  { title: 'Phone, dark', ...phone, view: { scheme: 'dark' } },
  { title: 'Phone, Arabic', ...phone, view: { language: 'ar' } },
]
