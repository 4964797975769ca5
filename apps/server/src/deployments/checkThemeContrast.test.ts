import { contrastPairs } from '@gatehouse/contract/theme/contrastPairs'
import { describe, expect, it } from 'vitest'
import { deploymentOf } from './deployments.ts'
import { checkThemeContrast } from './checkThemeContrast.ts'

const black = 'light-dark(#000, #fff)'
const white = 'light-dark(#fff, #000)'
const dark = new Set<string>(
  contrastPairs.map(([ink]) => ink).filter((ink) => !/^on-(accent|bad)$/.test(ink)),
)
/** All pairs in black on white, and the reverse in the dark scheme. */
const relic = Object.fromEntries(
  contrastPairs
    .flatMap(([ink, ground]) => [ink, ground])
    .map((name) => [name, [dark.has(name) ? black : white]]),
)
const file = {
  Environment: 'RELIC',
  FrontUrl: 'http://site.test',
  AccountUrl: 'http://account.test',
  AccountApiKey: 'sample-key',
  RegisterStudioName: 'Relic',
}

const ownTokens = { ...relic, bar: ['var(--surface)'] }

function check(tokens: Readonly<Record<string, string>>): () => void {
  return () =>
    checkThemeContrast([deploymentOf('relic', { ...file, theme: { tokens } }, {})], () => ownTokens)
}

describe('the colours that a deployment changes', () => {
  it.each([
    { '--quiet': 'light-dark(oklch(0.4 0.03 60), oklch(0.85 0.03 60))' },
    { '--quiet': 'light-dark(#333, #ddd)' },
    { '--quiet': 'var(--text)', '--radius': '2rem' },
    { '--row': 'none', '--tab': 'transparent' },
    { '--row': 'light-dark(transparent, #111)' },
    { '--tab': 'linear-gradient(90deg, var(--surface), transparent)' },
    { '--row': 'linear-gradient(90deg, var(--accent) 4px, var(--sunken) 4px, transparent)' },
  ])('are accepted when they are readable: %j', (tokens) => {
    expect(check(tokens)).not.toThrow()
  })

  it.each([
    [
      { '--quiet': 'light-dark(#999, #ddd)' },
      /relic: theme.tokens: --quiet on --ground, light: .* 2\.85, 4\.5/,
    ],
    [{ '--quiet': '#333' }, /--quiet on --ground, dark: /],
    [{ '--ground': 'light-dark(#555, #000)' }, /--text on --ground, light: /],
    [{ '--surface': 'light-dark(#fff, #fff)' }, /--on-bar on --bar, dark: /],
    [
      { '--text': 'color-mix(in oklch, red, blue)' },
      /--text on --ground, light: cannot be measured/,
    ],
    [{ '--row': '#999' }, /--text on --row, dark: /],
    [
      { '--tab': 'linear-gradient(90deg, var(--surface), light-dark(#555, #111))' },
      /--on-tab on --tab, light: /,
    ],
    // Wider than a line, or without a sharp end: text stands on it.
    [{ '--row': 'linear-gradient(90deg, var(--accent) 40px, #fff 40px)' }, /--text on --row/],
    [{ '--row': 'linear-gradient(90deg, var(--accent) 4px, #fff 60px)' }, /--text on --row/],
    [
      { '--row': 'linear-gradient(#fff, #fff), linear-gradient(#000, #000)' },
      /--text on --row, light: cannot be measured/,
    ],
    [{ '--surface': 'transparent' }, /--text on --surface, light: cannot be measured/],
    [{ '--text': 'linear-gradient(#000, #000)' }, /--text on --ground, light: cannot be measured/],
    [{ '--text': 'var(--text)' }, /cannot be measured/],
    [{ '--text': 'transparent' }, /cannot be measured/],
  ])('are refused by name: %j', (tokens, message) => {
    expect(check(tokens)).toThrow(message)
  })
})
