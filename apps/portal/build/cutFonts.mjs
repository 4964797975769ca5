// npm run fonts --workspace apps/portal: cuts the fonts of every theme out of the Fontsource packages, because a
// page may send at most 30 KB of two faces. Run it after a change of the table.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const root = join(import.meta.dirname, '../../..')

/**
 * The folder of the theme, the package, and the weights that the theme uses.
 * @type {readonly (readonly [string, string, number | { min: number, max: number }])[]}
 */
const faces = [
  ['platform', 'oxanium', 650],
  ['platform', 'hanken-grotesk', { min: 400, max: 600 }],
  ['relic', 'teko', 600],
  ['relic', 'archivo', { min: 400, max: 600 }],
  ['creative-assembly', 'cinzel', 700],
  ['creative-assembly', 'faustina', { min: 400, max: 600 }],
  ['focus', 'josefin-sans', 600],
  ['focus', 'mulish', { min: 400, max: 600 }],
  ['avalanche', 'figtree', { min: 400, max: 850 }],
  ['sandbox', 'pixelify-sans', 600],
  ['sandbox', 'lexend', { min: 400, max: 600 }],
  ['two-point-studios', 'fredoka', 600],
  ['two-point-studios', 'nunito', { min: 400, max: 600 }],
  ['showcase', 'faustina', 700],
  ['showcase', 'figtree', { min: 400, max: 600 }],
]

/** Latin of Western Europe. Letters of other languages use a system font, besides those of Polish. */
const letters = [
  ...Array.from({ length: 0x5f }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...'\u00A0¡¿©«»·×–—‘’“”…€ŒœÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ',
].join('')
/**
 * The letters that only Polish has, in a file that only a page with one of them asks for
 * (`unicode-range`).
 */
const polish = 'ĄąĆćĘęŁłŃńŚśŹźŻż'
/** It has two of them: in Polish its theme shows the other face of the pair. */
const withoutPolish = new Set(['fredoka'])

for (const [theme, name, weight] of faces) await cut(theme, name, 'latin', letters, weight)
// Whatever the theme, Polish has one sheet: its letters have the weights of all themes with this face.
for (const name of new Set(faces.map(([, name]) => name))) {
  if (withoutPolish.has(name)) continue
  const own = faces.filter((face) => face[1] === name)
  const [first = ''] = own.map(([theme]) => theme)
  const weights = own.flatMap(([, , weight]) =>
    typeof weight === 'number' ? [weight] : [weight.min, weight.max],
  )
  const [min, max] = [Math.min(...weights), Math.max(...weights)]
  await cut(first, name, 'latin-ext', polish, min === max ? min : { min, max })
}

/**
 * @param {string} theme
 * @param {string} name
 * @param {'latin' | 'latin-ext'} subset
 * @param {string} kept
 * @param {number | { min: number, max: number }} weight
 */
async function cut(theme, name, subset, kept, weight) {
  const folder = join(root, 'apps/portal/src/themes', theme)
  mkdirSync(folder, { recursive: true })
  const source = `node_modules/@fontsource-variable/${name}/files/${name}-${subset}-wght-normal.woff2`
  const bytes = await subsetFont(readFileSync(join(root, source)), kept, {
    targetFormat: 'woff2',
    variationAxes: { wght: weight },
    keepFeatures: ['kern'],
    noHinting: true,
  })
  const file = `${name}${subset === 'latin' ? '' : '-polish'}.woff2`
  writeFileSync(join(folder, file), bytes)
  console.log(`${theme}/${file}: ${bytes.length} bytes`)
}
