import { unreadableIn } from './readableText.ts'

/** The shape that a JSON text may have. */
interface Bounds {
  /** A deeper value would exhaust the stack of whoever walks it. */
  readonly depth: number
  /** In one object. */
  readonly names: number
}

const requestBounds: Bounds = { depth: 16, names: 100 }
const fileBounds: Bounds = { depth: 16, names: 1000 }

type Read = { readonly value: unknown } | { readonly refusal: string }

/**
 * Reads JSON of a request. Refused is what is broken, too deep or too wide, or names a member twice, of
 * which two readers would take two values.
 */
export function readRequestJson(text: string): Read {
  return readWithin(requestBounds, text)
}

/**
 * Reads the JSON of a file, or of a text within an order: a deployment, a draft, words, a client, a
 * player. Refused besides is what no database takes.
 */
export function readFileJson(text: string): Read {
  const read = readWithin(fileBounds, text)
  const place = 'value' in read ? unreadableIn(read.value) : null
  return place === null ? read : { refusal: `has a NUL or half of a character at ${place}` }
}

function readWithin(bounds: Bounds, text: string): Read {
  try {
    const value: unknown = JSON.parse(text)
    const refusal = immodestIn(text, bounds)
    return refusal === null ? { value } : { refusal }
  } catch (error) {
    return { refusal: brokenAt(text, (error as Error).message) }
  }
}

/** Never with a part of the text, which may be a secret: messages are logged. */
function brokenAt(text: string, message: string): string {
  const [, position, context] =
    /at position (\d+)|, (?:\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/s.exec(message) ?? []
  const at = position === undefined ? text.indexOf(context ?? '\0') : Number(position)
  return at < 0 ? 'is no JSON' : `is no JSON from line ${text.slice(0, at).split('\n').length} on`
}

/** Walks the text and not the value, which may be deeper than the stack. */
function immodestIn(json: string, { depth, names: most }: Bounds): string | null {
  const open: Set<string>[] = []
  for (const [token, literal, colon] of json.matchAll(parts)) {
    if (token === '{' || token === '[') {
      open.push(new Set())
      if (open.length > depth) return `is nested deeper than ${depth} levels`
    } else if (token === '}' || token === ']') open.pop()
    else if (literal !== undefined && colon !== undefined) {
      const name = JSON.parse(literal) as string
      const names = open.at(-1)
      if (names?.has(name)) return `has ${JSON.stringify(name)} twice in one object`
      names?.add(name)
      if (names && names.size > most) return `has over ${most} names in one object`
    }
  }
  return null
}

const parts = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/g
