import { accountStates } from './accountStates.ts'
import { factorStates } from './factorStates.ts'
import { partnerStates } from './partnerStates.ts'
import type { State } from './state.ts'
import { visitorStates } from './visitorStates.ts'

/** Every screen in every state that looks different. */
export const states: readonly State[] = [
  ...visitorStates,
  ...accountStates,
  ...factorStates,
  ...partnerStates,
]
