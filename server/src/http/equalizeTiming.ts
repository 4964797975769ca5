import { setTimeout as pause } from 'node:timers/promises'
import type { CallName } from '@gatehouse/contract/calls'
import type { Deployment } from '../tenants/deployments.ts'

/** Milliseconds. Longer than any of these calls takes on a server that is not overloaded. */
const step = 100

/** Calls that anybody, or any player, may ask about somebody else's account. */
const asking: ReadonlySet<CallName> = new Set([
  'identify',
  'logIn',
  'logInUser',
  'recoverPassword',
  'sendConfirmationEmail',
  'registerNewUser',
  'updateEmail',
])

/**
 * Under strict protection against enumeration, calls that could tell who has an account answer, and
 * refuse, at whole tenths of a second: how long a mail takes to write is then seen by nobody.
 */
export async function equalizeTiming<T>(
  name: CallName,
  { enumerationProtection }: Deployment,
  work: () => Promise<T>,
): Promise<T> {
  if (enumerationProtection === 'spec' || !asking.has(name)) return work()
  const from = performance.now()
  try {
    return await work()
  } finally {
    await pause(step - ((performance.now() - from) % step))
  }
}
