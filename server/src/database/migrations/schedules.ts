import { statements } from './statements.ts'

/** The job queue schedules the work: our own leases became dead. */
export const schedules = statements(`drop table turns`)
