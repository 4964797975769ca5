import type { Connect, Token, User } from '@gatehouse/contract/entities'
import { type SessionAnswers, sessionAnswersId } from '@gatehouse/contract/sessionAnswers'
import { isUsableToken } from './isUsableToken.ts'

/** Milliseconds from the beginning of a page for which its document speaks of today. */
const fresh = 60_000

/**
 * The first data of a session without a call: it came with the document, or with the answer that
 * opened the session. It is used once, and by the session that it belongs to.
 */
export interface InitialSession {
  /** Takes note of the answer of a call, in which it may be. */
  note(answer: unknown): void
  /** The first data of the session of an id; null where a call has to ask for it. */
  consume(identity: string | null): Beginning | null
}

interface Beginning {
  readonly token: Token
  readonly user: User
  readonly connects: readonly Connect[]
}

export function createInitialSession(apiUrl: string): InitialSession {
  let given = ofDocument(apiUrl)
  return {
    note(answer) {
      const { Answers } = (answer ?? {}) as { readonly Answers?: SessionAnswers }
      if (Answers !== undefined) given = Answers
    },
    consume(identity) {
      const taken = given
      given = null
      if (taken?.Identity !== identity || !isUsableToken(taken.Token, new Date())) return null
      return { token: taken.Token, user: taken.User, connects: taken.Connects }
    },
  }
}

/** Takes the data out of the document. */
function ofDocument(apiUrl: string): SessionAnswers | null {
  const place = globalThis.document?.getElementById(sessionAnswersId)
  if (!place) return null
  place.remove()
  const answers = JSON.parse(place.textContent) as SessionAnswers
  return answers.ApiUrl === apiUrl && performance.now() < fresh ? answers : null
}
