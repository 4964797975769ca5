import { statements } from './statements.ts'

/** The job queue has the schedules: leases of our own are not needed any more. */
export const schedules = statements(`drop table turns`)
