import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { clampRgb, formatHex, wcagContrast } from 'culori'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { themes } from '@gatehouse/contract/theme/themes'
import { imageOf } from './imageOf.ts'
import { type MailColours, mailThemeOf } from './themes.ts'

const portal = join(import.meta.dirname, '../../../portal/src/themes')
const names = [...themes.keys()]
const sheets = names.flatMap((name) => {
  const { light, dark } = ofTheme(name)
  return [
    { name, scheme: 'light' as const, colours: light },
    { name, scheme: 'dark' as const, colours: dark },
  ]
})

/** The pairs of colours in a mail, and the contrast that each needs. */
const pairs = [
  ['text', 'surface', 4.5],
  ['quiet', 'surface', 4.5],
  ['onAccent', 'accent', 4.5],
  ['onBar', 'bar', 4.5],
  ['accent', 'surface', 3],
] as const

describe('the themes of mails', () => {
  it('are those of the portal', () => {
    const folders = globSync('*/icon.svg', { cwd: portal }).map((file) => basename(dirname(file)))
    expect(names.toSorted()).toEqual(folders.toSorted())
  })

  it.each(names)('have an icon of 64 pixels and a light strip of the art: %s', async (name) => {
    const [icon, strip] = (['png', 'jpg'] as const).map((format) =>
      Buffer.from(imageOf(name, format), 'base64'),
    )
    const { format, width, height } = await sharp(icon).metadata()
    expect([format, width, height]).toEqual(['png', 64, 64])
    expect((await sharp(strip).metadata()).format).toBe('jpeg')
    expect(strip?.length).toBeLessThan(12_000)
  })

  it.each(sheets)('$name, $scheme: have the colours of the portal', ({ name, scheme, colours }) => {
    const tokens = { ...tokensOf('tokens.css'), ...tokensOf(`${name}/theme.css`) }
    const found = Object.keys(colours).map((token) => [token, colourOf(tokens, token, scheme)])
    expect(colours).toEqual(Object.fromEntries(found))
  })

  it.each(sheets)('$name, $scheme: are readable', ({ colours }) => {
    const poor = pairs.filter(
      ([ink, ground, needed]) => !(contrast(colours, ink, ground) >= needed),
    )
    expect(poor).toEqual([])
  })
})

describe('a deployment', () => {
  it('has the theme that its file names, or that of its environment, or the platform’s', () => {
    expect(themeOf('RELIC')).toEqual(ofTheme('relic'))
    expect(themeOf('RELIC', { name: 'focus' })).toEqual(ofTheme('focus'))
    expect(themeOf('LOCAL')).toEqual(ofTheme('platform'))
    expect(themeOf('CONSTRUCTOR')).toEqual(ofTheme('platform'))
  })

  it('has the colours that its file changes, in both schemes or in each its own', () => {
    const tokens = {
      '--accent': 'light-dark(oklch(0.5 0.1 20), #FFD700)',
      '--on-accent': 'black',
      '--surface': 'rgb(250, 240, 230)',
      '--line': 'var(--accent)',
      '--radius': '2rem',
    }
    const { light, dark, stripe } = themeOf('LOCAL', { tokens })
    const platform = ofTheme('platform')
    expect(light).toEqual({
      ...platform.light,
      accent: '#944a4b',
      onAccent: '#000000',
      surface: '#faf0e6',
      bar: '#faf0e6',
      line: '#944a4b',
    })
    expect([dark.accent, dark.line, dark.bar]).toEqual(['#ffd700', '#ffd700', '#faf0e6'])
    expect(stripe).toEqual(['#944a4b', '#ffd700'])
    expect(themeOf('RELIC', { tokens: { '--surface': 'white' } }).light.bar).toBe('#372419')
  })

  it.each(['color-mix(in oklab, red, blue)', 'rgb(0 0 0 / 40%)', 'var(--accent)', 'var(--x)', 'x'])(
    'keeps its own colour where a mail cannot show another: %s',
    (value) => {
      const { light } = themeOf('FOCUS', { tokens: { '--accent': value } })
      expect(light.accent).toEqual(ofTheme('focus').light.accent)
    },
  )
})

it('a mail carries the deployment’s own logo, and never the theme’s beside another sign', () => {
  const own = Buffer.from('own').toString('base64')
  expect(logoOf({})).toBe(imageOf('relic', 'png'))
  expect(logoOf({ icon: '/owl.svg' })).toBeNull()
  expect(logoOf({ wordmark: '/owls.svg' })).toBeNull()
  expect(logoOf({ icon: '/owl.svg', mailLogo: own })).toBe(own)
  expect(logoOf({ mailLogo: own })).toBe(own)
})

it('a mail shows the scene of the theme, and none beside art of the deployment’s own', () => {
  expect(relicWith({}).scene).toBe('relic')
  expect(relicWith({ artLight: '/own.svg' }).scene).toBeNull()
})

it('the letters of a mail’s button are those of the page’s', () => {
  expect(ofTheme('relic').button).toMatchObject({ weight: 600, spacing: 0.03 })
  expect(ofTheme('relic').button.font).toMatch(/^'Teko', 'Arial Narrow'/)
})

function logoOf(theme: object) {
  return relicWith(theme).logo
}

function relicWith(theme: object) {
  const configuration = { Environment: 'RELIC' }
  return mailThemeOf({ configuration, theme: { tokens: {}, ...theme } }, 'en')
}

function ofTheme(name: string) {
  return mailThemeOf({ configuration: { Environment: '' }, theme: { name, tokens: {} } }, 'en')
}

function themeOf(
  Environment: string,
  { tokens = {}, ...theme }: { name?: string; tokens?: Record<string, string> } = {},
) {
  return mailThemeOf({ configuration: { Environment }, theme: { ...theme, tokens } }, 'en')
}

/** Colours in both schemes as a sheet has them, or the name of another; nothing without a sheet. */
function tokensOf(file: string): Readonly<Record<string, readonly string[]>> {
  const sheet = globSync(file, { cwd: portal }).map((path) =>
    readFileSync(join(portal, path), 'utf8'),
  )
  const colours = sheet
    .join('')
    .matchAll(
      /--([a-z-]+):\s*(?:light-dark\(\s*oklch\(([^)]*)\),\s*oklch\(([^)]*)\)|var\(--([a-z-]+))/g,
    )
  return Object.fromEntries(
    [...colours].map(([, name, light = '', dark = '', other]) => [
      name,
      other === undefined ? [light, dark] : [other],
    ]),
  )
}

function colourOf(
  tokens: ReturnType<typeof tokensOf>,
  name: string,
  scheme: 'light' | 'dark',
): string {
  const token = name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)
  const [light = '', dark] = tokens[token] ?? []
  if (dark === undefined) return colourOf(tokens, light, scheme)
  return formatHex(clampRgb(`oklch(${scheme === 'light' ? light : dark})`)) ?? ''
}

function contrast(colours: MailColours, ink: keyof MailColours, ground: keyof MailColours): number {
  return wcagContrast(colours[ink], colours[ground])
}
