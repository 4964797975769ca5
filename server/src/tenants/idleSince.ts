import { after } from '../platform/clock.ts'
import type { Deployment } from './deployments.ts'

const day = 24 * 3600

/**
 * Returns the moment before which a session that is still in use was used for the last time. Without
 * an idle limit that is the beginning of time, so that no session is too old.
 */
export function idleSince({ sessionIdleDays }: Deployment, now: Date): Date {
  return sessionIdleDays === null ? new Date(0) : after(now, -sessionIdleDays * day)
}
