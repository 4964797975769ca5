import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The credentials of a site at a provider. */
export interface Client {
  readonly id: string
  readonly secret: string
}

export type Fields = Readonly<Record<string, string>>

/** The fields of a query or a form that occur once. */
export function fieldsOf(source: unknown): Fields {
  if (typeof source !== 'object' || source === null) return {}
  return Object.fromEntries(Object.entries(source).filter(([, value]) => typeof value === 'string'))
}

/** The token behind a scheme (`Bearer`, `OAuth`) of the header; empty when there is none. */
export function tokenOf({ headers: { authorization = '' } }: FastifyRequest): string {
  return /^(?:bearer|oauth) (.+)$/i.exec(authorization)?.[1] ?? ''
}

/** Says whether the header has the client's id and secret, as RFC 6749 encodes them. */
export function isProvenByHeader({ headers }: FastifyRequest, client: Client): boolean {
  const [, encoded = ''] = /^basic (.+)$/i.exec(headers.authorization ?? '') ?? []
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return decoded(id) === client.id && isEqual(decoded(secret), client.secret)
}

/** Compares secrets in constant time. */
export function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function decoded(text: string): string {
  return new URLSearchParams(`text=${text}`).get('text') ?? ''
}
