import { after } from '../platform/clock.ts'
import type { Deployment } from './deployments.ts'

const day = 24 * 3600

/** A session that was last used before this moment has ended. */
export function idleSince({ sessionIdleDays }: Deployment, now: Date): Date {
  return sessionIdleDays === null ? new Date(0) : after(now, -sessionIdleDays * day)
}
