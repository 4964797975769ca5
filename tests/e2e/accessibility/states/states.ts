import { everySection, screens } from '../screens.ts'
import { accountStates } from './accountStates.ts'
import { factorStates } from './factorStates.ts'
import { partnerStates } from './partnerStates.ts'
import { safetyStates } from './safetyStates.ts'
import { open, type State } from './state.ts'
import { serviceStates } from './serviceStates.ts'
import { visitorStates } from './visitorStates.ts'

/** Every screen as it is when it is opened. */
const opened = screens.map(([name, path, who]): State => ({
  name,
  // The environment with the most fields for visitors, and one with every form of the account.
  environment: who === 'signed in' ? 'PROD' : 'TWO-POINT-STUDIOS',
  differences: everySection[who],
  isSignedIn: who === 'signed in',
  show: (page) => open(page, path),
}))

/** Every screen in every state that looks different. */
export const states: readonly State[] = [
  ...opened,
  ...visitorStates,
  ...accountStates,
  ...safetyStates,
  ...factorStates,
  ...partnerStates,
  ...serviceStates,
]
