import type { FastifyRequest } from 'fastify'
import { refuse } from './refusals.ts'

const deepest = 16
const mostKeys = 100

/**
 * Reads a body of UTF-8 JSON. No body at all is undefined; another character set or a compressed
 * body is refused with 415; broken, too deep or too wide JSON is INVALID_REQUEST.
 */
export async function readJson(request: FastifyRequest, body: Buffer): Promise<unknown> {
  const charset = /charset=["']?([^;"']+)/i.exec(request.headers['content-type'] ?? '')?.[1]
  const isUtf8 = charset === undefined || charset.trim().toLowerCase() === 'utf-8'
  if (!isUtf8 || (request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw Object.assign(new Error('Neither UTF-8 nor plain.'), { statusCode: 415 })
  }
  if (body.length === 0) return undefined
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body))
  } catch {
    throw refuse('INVALID_REQUEST')
  }
  if (!isModest(value, 1)) throw refuse('INVALID_REQUEST')
  return value
}

function isModest(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depth > deepest) return false
  const members = Object.values(value)
  const isNarrow = Array.isArray(value) || members.length <= mostKeys
  return isNarrow && members.every((member) => isModest(member, depth + 1))
}
