import type { ErrorItem } from '@gatehouse/contract/errors'

/** How a stub answers: a status and a body, some time later, or never. */
export interface Answer {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds before the answer. */
  readonly after?: number
  readonly isLost?: boolean
}

export const ok = (body: unknown = {}): Answer => ({ status: 200, body })
export const status = (code: number): Answer => ({ status: code, body: {} })
export const lost: Answer = { status: 0, isLost: true }

/** A refusal with these items; a bare code stands in the general place. */
export function refused(...items: readonly (string | readonly [string, string])[]): Answer {
  const ErrorMessages = items.map((item): ErrorItem => {
    const [Property, ErrorMessage] = typeof item === 'string' ? ['', item] : item
    return { Property, ErrorMessage }
  })
  return { status: 400, body: { ErrorMessages } }
}

/** The refusal of a server that has more to do than it can, with the seconds after which to come. */
export function full(seconds: number): Answer {
  const headers = {
    'retry-after': String(seconds),
    'access-control-expose-headers': 'retry-after',
  }
  return { ...refused('ERROR_UNAVAILABLE'), status: 503, headers }
}

export function later(milliseconds: number, answer: Answer): Answer {
  return { ...answer, after: milliseconds }
}
