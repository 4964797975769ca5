import type { FastifyRequest } from 'fastify'

/** The values of every header of a name, in lower case: of two, Node keeps the first one alone. */
export function headersNamed({ raw: { rawHeaders } }: FastifyRequest, name: string): string[] {
  const found: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at]
    if (given?.length === name.length && given.toLowerCase() === name) {
      found.push(rawHeaders[at + 1] ?? '')
    }
  }
  return found
}
