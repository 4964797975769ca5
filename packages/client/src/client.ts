import { type AnswerOf, type CallName, calls, type InputOf } from '@gatehouse/contract/calls'
import { type ErrorBody, readErrorItems } from '@gatehouse/contract/errorItems'
import {
  idempotencyKeyHeader,
  proofOfWorkHeader,
  requestIdHeader,
  sessionAnswersHeader,
  supportNoteHeader,
} from '@gatehouse/contract/headers'

export interface ClientOptions {
  /** Base address of the account API, without a trailing slash. */
  readonly apiUrl: string
  readonly apiKey: string
  /** Reads the bearer at the moment of a call; null for an anonymous visitor. */
  readonly bearer: () => string | null
  /** The language of mails that a call causes; without it the browser's preference decides. */
  readonly language?: () => string
  /** Asks calls that open a session for its first answers; only on the host of the account API. */
  readonly wantsAnswers?: boolean
  readonly fetch?: typeof fetch
  /** Receives each status other than 200 and 201, and 0 when no answer came. */
  readonly onFailure?: (failure: CallError, call: CallName) => void
}

/** A failed call. Answers of 400 and 503 carry refusals, other answers carry nothing. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  readonly body: ErrorBody | null
  /** The name of an internal error in the server's log; '' for any other answer. */
  readonly requestId: string
  /** Seconds until the call may be sent again; null without a Retry-After header. */
  readonly retryAfter: number | null
  /** The sealed note of the failure, which a support code is made of; '' without one. */
  readonly supportNote: string
  /** The time limit of calls has ended it: nobody knows what became of it. */
  readonly isLate: boolean

  constructor(
    status: number,
    body: ErrorBody | null,
    requestId = '',
    retryAfter: number | null = null,
    supportNote = '',
    isLate = false,
  ) {
    super(`The account API answered ${status}.`)
    this.status = status
    this.body = body
    this.requestId = requestId
    this.retryAfter = retryAfter
    this.supportNote = supportNote
    this.isLate = isLate
  }
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /** The idempotency key. The server answers a repeated registration with its first answer. */
  readonly idempotencyKey?: string
  /** The solution of the challenge that the last refusal of this call had. */
  readonly proofOfWork?: string | undefined
}

/** Sends a call by its name. Resolves with its answer; rejects with a CallError. */
export type Client = <N extends CallName>(
  name: N,
  input: InputOf<N>,
  options?: CallOptions,
) => Promise<AnswerOf<N>>

interface AnyInput {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body?: unknown
}

/** Milliseconds within which a call is answered: a line that is dead and not closed says nothing. */
const timeLimit = 30_000
/** Characters of a body that a slow line sends in a millisecond. A body has its own time besides. */
const slowLine = 32

/** A client for the rows of the contract. It knows each call by its row alone. */
export function createClient(options: ClientOptions): Client {
  return async (name, input, { signal, idempotencyKey, proofOfWork } = {}) => {
    const { method, caller } = calls[name]
    const bearer = caller === 'player' || caller === 'either' ? options.bearer() : null
    const { body } = input as AnyInput
    const sent = method === 'POST' ? JSON.stringify(body ?? {}) : ''
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), timeLimit + sent.length / slowLine)
    const fail = (status: number, refused: ErrorBody | null, headers = new Headers()) => {
      const requestId = headers.get(requestIdHeader) ?? ''
      const supportNote = headers.get(supportNoteHeader) ?? ''
      const isLate = limit.signal.aborted && signal?.aborted !== true
      const answered = isLate ? 0 : status
      const retryAfter = retryAfterOf(headers)
      const failure = new CallError(answered, refused, requestId, retryAfter, supportNote, isLate)
      options.onFailure?.(failure, name)
      return failure
    }
    try {
      const response = await (options.fetch ?? fetch)(addressOf(options.apiUrl, name, input), {
        method,
        // The answers belong to one player, so no cache may keep them.
        cache: 'no-store',
        credentials: 'include',
        headers: {
          'x-api-key': options.apiKey,
          ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
          ...(idempotencyKey === undefined ? {} : { [idempotencyKeyHeader]: idempotencyKey }),
          ...(proofOfWork === undefined ? {} : { [proofOfWorkHeader]: proofOfWork }),
          ...(options.language ? { 'accept-language': options.language() } : {}),
          ...(options.wantsAnswers && caller === 'key' ? { [sessionAnswersHeader]: '1' } : {}),
          ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        },
        ...(method === 'POST' ? { body: sent } : {}),
        signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      }).catch(() => {
        throw fail(0, null)
      })
      if (response.status === 200 || response.status === 201) {
        const answer: unknown = await response.json().catch(() => undefined)
        if (answer === undefined) throw fail(response.status, null)
        return answer as AnswerOf<typeof name>
      }
      throw fail(response.status, await refusalsOf(response), response.headers)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** The full address of a call: its path with the placeholders filled, and its query. */
export function addressOf<N extends CallName>(apiUrl: string, name: N, input: InputOf<N>): string {
  const { path = {}, query = {} } = input as AnyInput
  const filled = calls[name].path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(path[key] ?? ''),
  )
  // A page passes its query on as it came: a repeated name has a list of values.
  const given = Object.entries(query).flatMap(([name, values]) =>
    values === undefined ? [] : [values].flat().map((value) => [name, value]),
  )
  const search = new URLSearchParams(given).toString()
  return `${filled.startsWith('/') ? '' : `${apiUrl}/`}${filled}${search === '' ? '' : `?${search}`}`
}

/** Retry-After in seconds, as the account API never sends it as a date. */
function retryAfterOf(headers: Headers): number | null {
  const seconds = headers.get('retry-after') ?? ''
  return /^\d+$/.test(seconds) ? Number(seconds) : null
}

async function refusalsOf(response: Response): Promise<ErrorBody | null> {
  if (response.status !== 400 && response.status !== 503) return null
  const items = readErrorItems(await response.json().catch(() => null))
  return items === null ? null : { ErrorMessages: items }
}
