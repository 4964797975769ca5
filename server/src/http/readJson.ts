import type { FastifyRequest } from 'fastify'
import { refuse } from '../platform/apiError.ts'

const maxDepth = 16
const maxKeys = 100

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
  let value: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
    value = JSON.parse(text)
  } catch {
    throw refuse('INVALID_REQUEST')
  }
  if (!isModest(value, 1) || namesTwice(text)) throw refuse('INVALID_REQUEST')
  return value
}

function isModest(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depth > maxDepth) return false
  const members = Object.values(value)
  const isNarrow = Array.isArray(value) || members.length <= maxKeys
  return isNarrow && members.every((member) => isModest(member, depth + 1))
}

/** True if an object of a JSON text repeats a name: two readers would take two values. */
function namesTwice(json: string): boolean {
  const open: Set<string>[] = []
  for (const [token, literal, colon] of json.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (literal !== undefined && colon !== undefined) {
      const name = JSON.parse(literal) as string
      const names = open.at(-1)
      if (names?.has(name)) return true
      names?.add(name)
    }
  }
  return false
}
