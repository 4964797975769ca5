import type { ErrorItem } from '@gatehouse/contract/errors'

/** How a stub answers: a status and a body, some time later, or never. */
export interface Answer {
  readonly status: number
  readonly body?: unknown
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

export function later(milliseconds: number, answer: Answer): Answer {
  return { ...answer, after: milliseconds }
}
