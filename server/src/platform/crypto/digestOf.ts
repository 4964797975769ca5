import { createHash } from 'node:crypto'

/** The source by which a Content-Security-Policy allows an inline script or style. */
export function digestOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
