import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '@gatehouse/contract/calls/row'
import type { Deployment } from '../deployments/deployments.ts'

/** Milliseconds. Longer than any of these calls takes on a server that is not overloaded. */
const step = 100

/**
 * The duration of some calls could reveal which accounts exist. Under strict protection they answer
 * and refuse at whole tenths of a second, which hides the time of writing a mail.
 */
export async function equalizeTiming<T>(
  { hidesDuration }: Call,
  { enumerationProtection }: Deployment,
  work: () => Promise<T>,
): Promise<T> {
  if (enumerationProtection === 'spec' || !hidesDuration) return work()
  const from = performance.now()
  try {
    return await work()
  } finally {
    await pause(step - ((performance.now() - from) % step))
  }
}
