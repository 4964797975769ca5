import { channel } from 'node:diagnostics_channel'
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel'
import { type OutboundCall, outboundCalls } from '../observability/metrics.ts'
import { inSpan } from '../observability/tracing.ts'

/** The milliseconds that a service has for an answer, where its caller says nothing else. */
export const answerTime = { milliseconds: 5000 }
const maxBytes = 256 * 1024
const maxFailures = 5
const breakMs = 30_000
/** No service makes us wait longer. */
const maxPauseMs = 3600 * 1000

const leftAlone = '; it failed five times in a row and is left alone for half a minute'

const finishedCalls = channel(outboundCalls)

/** A service gave no usable answer: it was unreachable, too slow, too long, or failing. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

/**
 * A `fetch` to one outside service, for all of our calls to it: at most five seconds and 256 kB, no
 * redirect is followed, and after five failures in a row it pauses for half a minute. A service
 * that asks us to wait (429 or 503 with a moment) is left alone until then, at most for an hour.
 * Throws an UnreachableError; an answer of 4xx is an answer, 429 and 5xx are failures.
 */
export function createOutbound(service: string, timeoutMs?: number): typeof fetch {
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: breakMs,
    breaker: new ConsecutiveBreaker(maxFailures),
  })
  let notBefore = 0
  /** Why the last call failed: a call that is not made failed for the same reason. */
  let why = ''
  const ask: typeof fetch = (input, init) => {
    if (Date.now() < notBefore) {
      const moment = new Date(notBefore).toISOString()
      const said = `${service} is out of reach: ${why}; it asked us to wait until ${moment}.`
      return Promise.reject(new UnreachableError(said))
    }
    return breaker
      .execute(async () => {
        const from = performance.now()
        const publish = (isAnswered: boolean) => {
          const seconds = (performance.now() - from) / 1000
          finishedCalls.publish({ service, isAnswered, seconds } satisfies OutboundCall)
        }
        try {
          const response = await boundedFetch(input, init, timeoutMs)
          if (response.status === 429 || response.status === 503) {
            notBefore = Date.now() + pauseOf(response.headers, Date.now())
          }
          if (response.status === 429 || response.status >= 500) {
            throw new Error(`status ${response.status}`)
          }
          publish(true)
          return response
        } catch (error) {
          publish(false)
          throw error
        }
      })
      .catch((cause: unknown) => {
        const isLeftAlone = cause instanceof BrokenCircuitError
        if (!isLeftAlone) why = whyUnreachable(cause)
        const pausing = isLeftAlone ? leftAlone : ''
        throw new UnreachableError(`${service} is out of reach: ${why}${pausing}.`, { cause })
      })
  }
  return (input, init) => inSpan(`ask ${service}`, {}, () => ask(input, init))
}

/**
 * The milliseconds that an answer asks us to wait: `Retry-After` in seconds or as a date, or
 * `Ratelimit-Reset`, a moment in seconds, as some services have it; 0 where it asks nothing that
 * can be read.
 */
function pauseOf(headers: Headers, now: number): number {
  const after = headers.get('retry-after') ?? ''
  const reset = Number(headers.get('ratelimit-reset') ?? '')
  const asked = /^\d+$/.test(after)
    ? Number(after) * 1000
    : Math.max(Date.parse(after) || 0, reset * 1000 || 0) - now
  return Math.min(Math.max(asked, 0), maxPauseMs)
}

const untrusted = 'its certificate is not signed by an authority that this machine trusts'
const late = 'it did not answer in time'
const cutOff = 'it ended the connection'

/** The words of an error, by its code of Node.js and OpenSSL, or by its name. */
const reasons: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet, or the clock of this machine is wrong',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'no name server answers',
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: cutOff,
  UND_ERR_SOCKET: cutOff,
  EHOSTUNREACH: 'no route leads there',
  ENETUNREACH: 'no route leads there',
  ETIMEDOUT: late,
  UND_ERR_CONNECT_TIMEOUT: late,
  UND_ERR_HEADERS_TIMEOUT: late,
  UND_ERR_BODY_TIMEOUT: late,
  TimeoutError: late,
}

/** Why a request had no usable answer, in words for the log: the innermost cause that has any. */
export function whyUnreachable(error: unknown): string {
  const { code, name, message, cause, errors } = (error ?? {}) as Partial<AggregateError> & {
    readonly code?: unknown
  }
  const inner = cause ?? (errors as readonly unknown[] | undefined)?.[0]
  const own = reasons[String(code)] ?? reasons[String(name)]
  if (own !== undefined) return own
  return inner === undefined ? (message ?? 'for an unknown reason') : whyUnreachable(inner)
}

/**
 * A single request to an outside service, even at a foreign address: limited in milliseconds and to
 * 256 kB, and no redirect is followed. Throws the cause of a failure.
 */
export async function boundedFetch(
  input: string | URL | Request,
  init: RequestInit = {},
  timeoutMs = answerTime.milliseconds,
): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs)
  return within(await fetch(input, { ...init, redirect: 'error', signal }), maxBytes)
}

/** The same answer, read to its end; throws when it is longer than allowed. */
async function within(response: Response, limit: number): Promise<Response> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.byteLength
    if (length > limit) throw new Error(`more than ${limit} bytes`)
    parts.push(part)
  }
  const { status, statusText, headers } = response
  const isBodiless = status === 204 || status === 304
  return new Response(isBodiless ? null : Buffer.concat(parts), { status, statusText, headers })
}
