import type * as z from 'zod'
import type * as entities from './calls/entities.ts'

/**
 * What the portal asks for when a session begins, as `readToken`, `readProfile` with the blocked
 * players, and `listConnections` answer it. It comes along with the document of a player's screen, or
 * with the answer that opens the session, and saves the three calls.
 */
export type SessionAnswers = z.output<typeof entities.sessionAnswers>

/** The id of the element of a document that has them, as JSON. */
export const sessionAnswersId = 'session-answers'
