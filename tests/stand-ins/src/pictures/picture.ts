import { motifs, type Motif } from './motifs.ts'
import { paletteOf } from './palette.ts'

export const motifNames = Object.keys(motifs) as Motif[]

/**
 * A picture of the gallery in the colours of a theme: one of twelve motifs before a disc. The portal cuts
 * it to the frame of the theme. Null for an unknown motif; an unknown theme is the platform's.
 */
export function pictureOf(theme: string, motif: string): string | null {
  const layers = Object.entries(motifs).find(([name]) => name === motif)?.[1]
  if (layers === undefined) return null
  const colours = paletteOf(theme)
  const shapes = layers.map(([tone, path]) => `<path fill="${colours[tone]}" d="${path}"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="256" height="256">
<path fill="${colours.deep}" d="M0 0H96V96H0Z"/>
<circle fill="${colours.hill}" cx="48" cy="50" r="41"/>
${shapes.join('\n')}
</svg>`
}
