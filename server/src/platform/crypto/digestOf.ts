import { createHash } from 'node:crypto'

/** The source by which a Content-Security-Policy lets an inline script or style in. */
export function digestOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
