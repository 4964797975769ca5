import type * as z from 'zod'
import type * as entities from './calls/entities.ts'

/**
 * The answers that the portal needs when a session begins: of `readToken`, of `readProfile` with
 * the blocked players, and of `listConnections`. They come with the document of a player's screen,
 * or with the answer that opens the session, and save the three calls.
 */
export type SessionAnswers = z.output<typeof entities.sessionAnswers>

/** The id of the element of a document that has them, as JSON. */
export const sessionAnswersId = 'session-answers'
