import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/*
 * A page that is read from right to left mirrors where its sheets speak of start and end.
 * A sheet that speaks of left and right is refused, besides the rows of this table.
 */

/**
 * The exceptions, which are the same in either direction or turned by a rule beside them: file,
 * declaration, reason.
 */
const allowed: readonly (readonly [file: string, declaration: string, reason: string])[] = [
  ['ui/feedback/Progress.module.css', 'linear-gradient(90deg', 'turned as a whole'],
  ['themes/tokens.css', '--along: 90deg', 'the angle that follows the direction'],
  ['themes/tokens.css', '--along: 270deg', 'the angle that follows the direction'],
  ['themes/avalanche/theme.css', '--row-radius', 'given for either direction'],
  ['themes/avalanche/theme.css', '--row-space', 'given for either direction'],
  [
    'themes/avalanche/theme.css',
    '--panel: linear-gradient(90deg',
    'the panel is turned as a whole',
  ],
  ['themes/creative-assembly/theme.css', '--panel: linear-gradient', 'alike on both sides'],
  ['themes/relic/theme.css', '--flourish: linear-gradient(90deg', 'turned as a whole'],
  ['themes/relic/theme.css', '--panel: linear-gradient( 90deg', 'the panel is turned as a whole'],
  ['themes/sandbox/theme.css', '--flourish: linear-gradient( 90deg', 'turned as a whole'],
]

const physicalName =
  /^(left|right|top|bottom|width|height|(min|max)-(width|height)|(margin|padding|border|scroll-margin|scroll-padding|inset)-(left|right|top|bottom)(-\w+)*|border-(top|bottom)-(left|right)-radius|overflow-[xy]$)/
/** The two sides of an axis differ on the wide one alone: `overflow-x` of a row is either. */
const eitherWay = /^overflow-[xy]$/
const physicalValue =
  /^(text-align|float|clear|justify-content|align-self|caption-side)\b.*:\s*(left|right)$|\btranslateX\(|\bto (left|right)\b|\b(90|270)deg\b/
/** Four values go around the box: the second is its right, the fourth its left. */
const boxName = /^(margin|padding|inset|border-width|scroll-margin|scroll-padding|border-radius)$/
const boxToken = /^--[\w-]*(margin|space|radius|rim)$/

/** The declarations of a sheet that mean left or right, as `name: value`. */
function physicalIn(sheet: string): string[] {
  const bare = sheet
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/url\((["'])[\s\S]*?\1\)/g, 'url()')
  return declarationsOf(bare).filter((declaration) => {
    const [name = '', ...rest] = declaration.split(':')
    const value = rest.join(':').trim()
    if (physicalName.test(name) && !eitherWay.test(name)) return true
    if (physicalValue.test(declaration)) return true
    if (!boxName.test(name) && !boxToken.test(name)) return false
    const [start, ...others] = partsOf(value)
    const isRound = name.endsWith('radius')
    if (others.length !== 3) return isRound && others.length === 1 && start !== others[0]
    // Corners go around, too: the first two lie on one side of the page each.
    return isRound ? start !== others[0] || others[1] !== others[2] : others[0] !== others[2]
  })
}

/** The declarations: between braces and semicolons, no selectors and queries. */
function declarationsOf(sheet: string): string[] {
  const found: string[] = []
  const pieces = sheet.split(/([;{}])/)
  for (let at = 0; at < pieces.length; at += 2) {
    const text = (pieces[at] ?? '').trim().replaceAll(/\s+/g, ' ')
    if (pieces[at + 1] !== '{' && /^[\w-]+\s*:/.test(text)) found.push(text)
  }
  return found
}

/**
 * The parts of a value, between spaces outside of brackets; what follows a slash is another axis.
 */
function partsOf(value: string): string[] {
  let depth = 0
  const parts = ['']
  for (const letter of value) {
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (letter === '/' && depth === 0) break
    if (letter === ' ' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.filter((part) => part !== '')
}

const root = join(import.meta.dirname, '..')
const sheets = globSync('**/*.css', { cwd: root }).toSorted()

test('no sheet names left or right besides the table (R-2.7-26)', () => {
  const found = sheets.flatMap((file) =>
    physicalIn(readFileSync(join(root, file), 'utf8')).map((declaration) => ({
      file,
      declaration,
    })),
  )
  const isAllowed = ({ file, declaration }: (typeof found)[number]) =>
    allowed.some(([where, what]) => where === file && declaration.includes(what))
  expect(found.filter((one) => !isAllowed(one))).toEqual([])
  const unused = allowed.filter(
    ([where, what]) =>
      !found.some(({ file, declaration }) => where === file && declaration.includes(what)),
  )
  expect(unused, 'rows that nothing needs').toEqual([])
})

test.each([
  'a { left: 0 }',
  'a { margin-left: 1px }',
  'a { padding-right: 1px; }',
  'a { border-left-color: red }',
  'a { border-top-left-radius: 1px }',
  'a { width: 1px }',
  'a { text-align: left }',
  'a { float: right }',
  'a { transform: translateX(1px) }',
  'a { background: linear-gradient(to right, red, blue) }',
  'a { background: linear-gradient(90deg, red, blue) }',
  'a { margin: 0 1px 0 2px }',
  'a { inset: 0 auto auto calc(1px + 2px) }',
  '@media (min-width: 1px) { :root { --menu-margin: 0 1px 0 0 } }',
  'a { border-radius: 1px 2px 2px 1px }',
])('%s names left or right', (sheet) => {
  expect(physicalIn(sheet)).toHaveLength(1)
})

test.each([
  'a { margin-inline-start: 1px; inset-inline: 0 auto }',
  '@media (min-width: 1px) { a:hover { text-align: start } }',
  'a { margin: 0 1px 2px; padding: 0 1px 2px 1px }',
  'a { background: linear-gradient(var(--along), red) }',
  'a { border-radius: 0 0 50% 50% / 0 0 5rem 5rem; max-inline-size: 1px }',
  'a { transition: translate 1s, left 1s }',
])('%s does not', (sheet) => {
  expect(physicalIn(sheet)).toEqual([])
})
