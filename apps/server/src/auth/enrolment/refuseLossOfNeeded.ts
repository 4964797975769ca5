import { isUnderPolicy, meetsPolicy } from '../../deployments/secondStepPolicy.ts'
import { refuse } from '../../platform/apiError.ts'
import type { PlayerCall } from '../authServices.ts'

/** Refuses a change of factors that leaves the caller without the second step that is required. */
export function refuseLossOfNeeded(
  { deployment, caller }: Pick<PlayerCall, 'deployment' | 'caller'>,
  before: number,
  after: number,
): void {
  const isLost = meetsPolicy(before) && !meetsPolicy(after)
  if (isLost && isUnderPolicy(deployment, caller)) throw refuse('ERROR_TWO_STEP_NEEDED')
}
