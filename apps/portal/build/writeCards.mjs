/*
 * A part of the portal's build: hands the server the parts of each theme that a player's card shows. Text
 * is written as outlines, so that a card needs no font of the server's system.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import { identityProviderOf } from '@gatehouse/contract/identityProviderRow'
import { Blob, Buffer as Text, Face, Feature, Font, shape } from 'harfbuzzjs'
import subsetFont from 'subset-font'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'apps/portal/src/themes')

/** The face of each theme's names, its weight, and the part of the scene: left, top and width. */
const looks = {
  platform: { face: 'oxanium', weight: 650, view: [0, 330, 1200] },
  relic: { face: 'teko', weight: 600, view: [60, 55, 1480] },
  'creative-assembly': { face: 'cinzel', weight: 700, view: [330, 190, 1270] },
  focus: { face: 'josefin-sans', weight: 600, view: [0, 205, 1000] },
  avalanche: { face: 'figtree', weight: 800, view: [240, 120, 1360] },
  sandbox: { face: 'pixelify-sans', weight: 600, view: [0, 312, 1300] },
  'two-point-studios': { face: 'fredoka', weight: 600, view: [380, 290, 1220] },
  showcase: { face: 'faustina', weight: 700, view: [60, 165, 1480] },
}

const ascii = Array.from({ length: 0x5e }, (_, index) => String.fromCodePoint(0x21 + index)).join(
  '',
)
const latin = `${ascii} ¡¿©«»·–—‘’“”…ŒœßÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ`
const extended = 'ĄąĆćĘęŁłŃńŚśŹźŻż'

/** @type {Record<string, unknown>} */
const themes = {}
for (const [theme, { face, weight, view }] of Object.entries(looks)) {
  const sheet = read(globSync(`${theme}/theme.css`, { cwd: folder })[0] ?? 'tokens.css')
  themes[theme] = {
    scene: cropped(read(globSync(`${theme}/*-dark.svg`, { cwd: folder })[0] ?? ''), view),
    frame: read(`${theme}/frame.svg`),
    shape: outlineOf(/--avatar-shape:\s*([^;]+);/.exec(sheet)?.[1] ?? ''),
    face: await lettersOf(face, weight),
  }
}
const icons = join(root, 'apps/portal/src/forms/services/icons')
const signs = Object.fromEntries(
  identityProviderNames.map((name) => [
    identityProviderOf(name).id,
    /'(M[^']+)'/.exec(readFileSync(join(icons, `${name}.ts`), 'utf8'))?.[1],
  ]),
)
const [file = join(root, 'apps/portal/dist/prerender/cardArt.json')] = process.argv.slice(2)
writeFileSync(file, `${JSON.stringify({ themes, signs })}\n`)

function read(file) {
  return readFileSync(join(folder, file), 'utf8')
}

/** The part of a scene that a card shows, as a picture of the card's size. */
function cropped(svg, [left, top, width]) {
  const view = `${left} ${top} ${width} ${(width * 630) / 1200}`
  return svg
    .trim()
    .replace(
      /<svg\b[^>]*>/,
      `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="${view}" preserveAspectRatio="xMidYMid slice">`,
    )
}

/** A shape of CSS as the path of a square of 80, the size of a picture in its frame of 120. */
function outlineOf(css) {
  const points = /^polygon\(([^]+)\)$/.exec(css)?.[1]
  if (points !== undefined) {
    const corners = points
      .split(',')
      .map((point) => point.trim().split(/\s+/).map(lengthOf).join(' '))
    return `M${corners.join('L')}z`
  }
  const round = css === 'circle()' ? ['50%'] : css.replace(/^inset\(0 round |\)$/g, '').split(' ')
  const [a, b = a, c = a, d = b] = round.map(lengthOf)
  return [
    `M${a} 0H${80 - b}A${b} ${b} 0 0 1 80 ${b}V${80 - c}A${c} ${c} 0 0 1 ${80 - c} 80`,
    `H${d}A${d} ${d} 0 0 1 0 ${80 - d}V${a}A${a} ${a} 0 0 1 ${a} 0z`,
  ].join('')
}

/** A share of the square, or rem of a large picture, which has 6.5. */
function lengthOf(text) {
  const percent = text.endsWith('rem') ? Number.parseFloat(text) / 0.065 : Number.parseFloat(text)
  return Math.round(percent * 8) / 10
}

/** Each letter's advance and outline, in thousandths of its size, and the pairs that stand closer. */
async function lettersOf(name, weight) {
  /** @type {Record<string, [number, string]>} */
  const letters = {}
  /** @type {Record<string, number>} */
  const pairs = {}
  let capitals = 700
  for (const [subset, kept] of [
    ['latin', latin],
    ['latin-ext', extended],
  ]) {
    const source = `node_modules/@fontsource-variable/${name}/files/${name}-${subset}-wght-normal.woff2`
    const bytes = await subsetFont(readFileSync(join(root, source)), kept, {
      targetFormat: 'truetype',
      variationAxes: { wght: weight },
      keepFeatures: ['kern'],
      noHinting: true,
    })
    const font = new Font(new Face(new Blob(bytes), 0))
    font.setScale(1000, 1000)
    for (const letter of kept) {
      const glyph = font.nominalGlyph(letter.codePointAt(0))
      if (!glyph) continue
      letters[letter] = [font.glyphHAdvance(glyph), relative(font.glyphToPath(glyph))]
    }
    if (subset !== 'latin') continue
    capitals = font.glyphExtents(font.nominalGlyph(0x48))?.yBearing ?? capitals
    const kernable = [...ascii].filter((letter) => /[\w.'-]/.test(letter))
    for (const first of kernable) {
      for (const second of kernable) {
        const closer = advanceOf(font, first + second) - letters[first][0] - letters[second][0]
        if (Math.abs(closer) > 3) pairs[first + second] = closer
      }
    }
  }
  return { capitals, letters, pairs }
}

/** An outline of whole numbers, each from the point before it: a third shorter. */
function relative(path) {
  let [x, y] = [0, 0]
  let start = [0, 0]
  return path.replaceAll(/([MLHVQCZ])([^MLHVQCZ]*)/g, (_, command, text) => {
    if (command === 'Z') {
      ;[x, y] = start
      return 'z'
    }
    const numbers = (text.match(/-?[\d.]+/g) ?? []).map((number) => Math.round(Number(number)))
    const offsets = numbers.map((number, index) => number - (index % 2 === 0 ? x : y))
    ;[x = 0, y = 0] = numbers.slice(-2)
    if (command === 'M') start = [x, y]
    return command.toLowerCase() + offsets.join(' ').replaceAll(' -', '-')
  })
}

function advanceOf(font, text) {
  const buffer = new Text()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  shape(font, buffer, [new Feature('liga', 0), new Feature('clig', 0)])
  return buffer.getGlyphPositions().reduce((sum, { xAdvance }) => sum + xAdvance, 0)
}
