import type { FastifyRequest } from 'fastify'
import { refuse } from '../platform/apiError.ts'
import { readRequestJson } from '../platform/readJsonText.ts'

/**
 * Reads a body of UTF-8 JSON. No body at all is undefined. Another character set or a compressed
 * body is refused with 415; JSON that is broken, too deep, too wide, or repeats a name is
 * INVALID_REQUEST.
 */
export async function readJson(request: FastifyRequest, body: Buffer): Promise<unknown> {
  const charset = /charset=["']?([^;"']+)/i.exec(request.headers['content-type'] ?? '')?.[1]
  const isUtf8 = charset === undefined || charset.trim().toLowerCase() === 'utf-8'
  if (!isUtf8 || (request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw Object.assign(new Error('The body is neither UTF-8 nor uncompressed.'), {
      statusCode: 415,
    })
  }
  if (body.length === 0) return undefined
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    throw refuse('INVALID_REQUEST')
  }
  const read = readRequestJson(text)
  if ('refusal' in read) throw refuse('INVALID_REQUEST')
  return read.value
}
