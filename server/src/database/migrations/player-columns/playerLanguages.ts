import { statements } from '../statements.ts'

/** The language that a player chose; null follows the browser. */
export const playerLanguages = statements('alter table players add column language text')
