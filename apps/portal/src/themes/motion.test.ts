import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const most = 5

/**
 * What goes on for longer than five seconds in a sheet or a drawing, or may. A delay is no motion. WCAG
 * 2.2.2 asks for a way to stop it, which pages then need not have.
 */
function endlessIn(text: string): string[] {
  const bare = text.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const declared = [...bare.matchAll(/[\s{;](animation|transition)(-[a-z-]+)?:([^;}]+)/g)]
  const long = declared.filter(([, , part = '', value = '']) => {
    if (/-(name|delay|timing-function|direction|behavior|play-state|fill-mode|property)/.test(part))
      return false
    // An easing has commas, too; the token has milliseconds.
    const each = value.replaceAll(/(cubic-bezier|steps)\([^)]*\)|var\(--quick\)/g, '').split(',')
    return each.some((one) => /infinite|var\(/.test(one) || secondsOf(one) > most)
  })
  const drawn = bare.match(/<(animate|set)\w*/g) ?? []
  return [...long.map(([whole]) => whole.slice(1).trim()), ...drawn]
}

/** Of one animation: its first time, as often as it runs. */
function secondsOf(animation: string): number {
  const [, number = '0', unit] = /(?<![\w.-])([\d.]+)(m?s)\b/.exec(animation) ?? []
  const [, rounds = '1'] = /(?<![\w.-])([\d.]+)(?=\s|$)/.exec(animation) ?? []
  return (Number(number) / (unit === 'ms' ? 1000 : 1)) * Number(rounds)
}

test('nothing in a sheet or a drawing of any theme moves for longer than five seconds', () => {
  const root = join(import.meta.dirname, '../../../..')
  const files = globSync('{apps,packages}/*/src/**/*.{css,svg}', { cwd: root })
  expect(files.filter((file) => file.endsWith('motion.css'))).toHaveLength(8)
  const found = files.flatMap((file) =>
    endlessIn(readFileSync(join(root, file), 'utf8')).map((what) => `${file}: ${what}`),
  )
  expect(found).toEqual([])
})

test.each([
  'a { animation: turn 1s infinite }',
  'a { animation: turn 6s }',
  'a { animation: come 0s 9s, turn 1.2s ease-in-out 5 alternate }',
  'a { animation: var(--seconds) ease-in-out infinite }',
  'a { animation-duration: var(--seconds) }',
  'a { animation-iteration-count: infinite }',
  'a { transition: opacity 5001ms }',
  '<svg><animateMotion/></svg>',
])('%s is too long', (text) => {
  expect(endlessIn(text)).toHaveLength(1)
})

test.each([
  'a { animation: come 0s 15s backwards }',
  'a { animation: turn 900ms cubic-bezier(0.2, 1.4, 0.4, 1) 5 }',
  'a { transition: opacity var(--quick), color 2s steps(8) }',
])('%s is not', (text) => {
  expect(endlessIn(text)).toEqual([])
})
