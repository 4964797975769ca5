import { dirname, join } from 'node:path'
import { fromFile } from '@capsizecss/unpack/fs'
import type { AtRule, Plugin } from 'postcss'

/**
 * The faces of a player's system that stand in until a theme's own has come, with the mean width of
 * their letters in the words of our pages, in parts of the size: those as wide as Arial, and the wider
 * ones of Linux.
 */
const standIns = [
  { name: 'Stand-in', width: 0.451, local: ['Arial', 'Liberation Sans', 'Helvetica', 'Roboto'] },
  { name: 'Stand-in Wide', width: 0.502, local: ['DejaVu Sans', 'Verdana'] },
]

const percent = (value: number) => `${(100 * value).toFixed(1)}%`

/** Adds to each face the stand-ins with its measures, so that it moves nothing when it comes. */
export const standInFaces: Plugin = {
  postcssPlugin: 'stand-in-faces',
  async Once(root) {
    const faces: AtRule[] = []
    root.walkAtRules('font-face', (face) => void faces.push(face))
    await Promise.all(faces.map(addStandIns))
  },
}

async function addStandIns(face: AtRule): Promise<void> {
  const descriptors = new Map<string, string>()
  face.walkDecls(({ prop, value }) => void descriptors.set(prop, value))
  const [, file] = /url\('(.+?)'\)/.exec(descriptors.get('src') ?? '') ?? []
  const sheet = face.source?.input.file
  // The letters of one language have a range, and stand beside a face that has all others.
  if (file === undefined || sheet === undefined || descriptors.has('unicode-range')) return
  const { xWidthAvg, unitsPerEm, ascent, descent, lineGap } = await fromFile(
    join(dirname(sheet), file),
  )
  const family = descriptors.get('font-family')?.replaceAll("'", '') ?? ''
  for (const { name, width, local } of standIns) {
    const scale = xWidthAvg / unitsPerEm / width
    const height = (value: number) => percent(Math.abs(value) / unitsPerEm / scale)
    const measures = {
      'font-family': `'${family} ${name}'`,
      src: local.map((each) => `local('${each}')`).join(', '),
      'size-adjust': percent(scale),
      'ascent-override': height(ascent),
      'descent-override': height(descent),
      'line-gap-override': height(lineGap),
    }
    const standIn = face.cloneAfter({ nodes: [] })
    for (const [prop, value] of Object.entries(measures)) {
      // Vite asks each declaration for its sheet.
      standIn.append({ prop, value, ...(face.source && { source: face.source }) })
    }
  }
}
