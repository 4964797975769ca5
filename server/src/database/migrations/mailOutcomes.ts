import { statements } from './statements.ts'

/** Addresses that do not take mail. */
export const mailOutcomes = statements(`alter table players add column mail_refused_at timestamptz`)
