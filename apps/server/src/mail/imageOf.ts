import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'images')
const files = new Map(
  readdirSync(folder).map((file) => [file, readFileSync(join(folder, file)).toString('base64')]),
)

/**
 * An image of a theme's mails in base64: its icon as a PNG, because mail programs show no SVG, or a
 * strip of its art as a JPEG, in which day turns into night.
 */
export function imageOf(theme: string, format: 'png' | 'jpg'): string {
  const image = files.get(`${theme}.${format}`)
  if (image === undefined) throw new Error(`The theme ${theme} has no ${format} for mails.`)
  return image
}
