import { CallError, type Client } from '@gatehouse/client/client'
import type { Configuration } from '@gatehouse/contract/configuration'
import { rulesOf } from '@gatehouse/contract/environments'
import type { AnswerOf } from '@gatehouse/contract/calls'
import type { Token, Connect, User } from '@gatehouse/contract/entities'
import { localStore } from '../storage/localStore.ts'
import { identityCookie } from './identityCookie.ts'
import { type SessionAnswers, sessionAnswersId } from '@gatehouse/contract/sessionAnswers'

/** Answers that say 'there is no such session', as opposed to 'ask again later'. */
const gone = new Set([400, 401, 403, 404])

/** Why a session is over: by an act in this browser, or as the server says. */
export type Ending = 'here' | NonNullable<AnswerOf<'readToken'>['Ended']>

/** The token of an identity, or why there is none that opens a session. */
export async function askToken(
  api: Client,
  identity: string,
): Promise<{ readonly token: Token | null; readonly ending: Ending }> {
  const token = await unlessGone(api('readToken', { path: { identity } }))
  const isUsable = token !== null && isUsableToken(token, new Date())
  return { token: isUsable ? token : null, ending: token?.Ended ?? { Why: 'over' } }
}

/** Why a session is over that is renewed no more. It is asked for only where the log-in says so. */
export async function endingOf(
  api: Client,
  configuration: Configuration,
  identity: string | null,
): Promise<Ending> {
  const isAsked = identity !== null && rulesOf(configuration).goesBeyondSpecification
  const asked = isAsked ? await askToken(api, identity).catch(() => null) : null
  return asked?.ending ?? { Why: 'over' }
}

/** The token of an identity; null when there is none that opens a session. */
export async function readToken(api: Client, identity: string): Promise<Token | null> {
  return (await askToken(api, identity)).token
}

/** The next token of a session, and the identity that it belongs to; null when the session is over. */
export async function renewToken(
  api: Client,
  token: Token,
  identity: string | null,
): Promise<{ readonly token: Token; readonly identity: string } | null> {
  const current = identityCookie.read()
  // Another tab may have renewed while this one waited for its turn.
  const next = current === identity ? await refreshToken(api, token) : current
  const renewed = next === null ? null : await readToken(api, next)
  return next === null || renewed === null ? null : { token: renewed, identity: next }
}

/** Refreshes a token and keeps the new identity in its cookie; null when the session is over. */
async function refreshToken(api: Client, { Value, Refresh }: Token): Promise<string | null> {
  const query = {
    access_token: Value,
    refresh_token: Refresh,
    client_id: localStore.read('sessionClient'),
  }
  const refreshed = await unlessGone(api('refreshToken', { query }))
  if (refreshed === null) return null
  identityCookie.write(refreshed.AccessToken)
  return refreshed.AccessToken
}

async function unlessGone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof CallError && gone.has(error.status)) return null
    throw error
  }
}

/** Renews one token at a time, in this tab and among all tabs. */
export function oneRenewalAtATime(renew: () => Promise<boolean>): () => Promise<boolean> {
  let running: Promise<boolean> | undefined
  return () => (running ??= renewAlone(renew).finally(() => (running = undefined)))
}

function renewAlone(renew: () => Promise<boolean>): Promise<boolean> {
  // Plain http beyond localhost has no locks; there the server's grace for a repeated refresh helps.
  const locks = (navigator as Partial<Navigator>).locks
  return locks === undefined ? renew() : locks.request('sso-refresh', renew)
}

/** True if a token opens a session now. A moment without offset is UTC; an unreadable one is past. */
export function isUsableToken(token: Token, now: Date): boolean {
  if (!token.Validated || token.Refreshed || token.Value === '') return false
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/i.test(token.ExprireAt)
  const expiry = Date.parse(hasOffset ? token.ExprireAt : `${token.ExprireAt}Z`)
  return expiry > now.getTime()
}

/** Milliseconds from the beginning of a page for which its document speaks of today. */
const fresh = 60_000

interface Beginning {
  readonly token: Token
  readonly user: User
  readonly connects: readonly Connect[]
}

/**
 * The first data of a session without a call: it came with the document, or with the answer that
 * opened the session. It is used once, and by the session that it belongs to.
 */
export function createInitialSession(apiUrl: string) {
  let given = ofDocument(apiUrl)
  return {
    /** Takes note of the answer of a call, in which it may be. */
    note(answer: unknown) {
      const { Answers } = (answer ?? {}) as { readonly Answers?: SessionAnswers }
      if (Answers !== undefined) given = Answers
    },
    /** The first data of the session of an id; null where a call has to ask for it. */
    consume(identity: string | null): Beginning | null {
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
