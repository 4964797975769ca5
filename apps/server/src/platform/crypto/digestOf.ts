import { createHash } from 'node:crypto'

/** The source by which a Content-Security-Policy allows an inline script or style. */
export function digestOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** The same for texts that many pages have in common, and that are long: the last ones are kept. */
export function rememberDigests(max: number): (text: string) => string {
  const digests = new Map<string, string>()
  return (text) => {
    const known = digests.get(text) ?? digestOf(text)
    if (digests.size > max) digests.clear()
    digests.set(text, known)
    return known
  }
}
