import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type MailColours, mailThemeOf, mailThemes } from './themes.ts'

const portal = join(import.meta.dirname, '../../../portal/src/themes')
const themes = [...mailThemes]
const sheets = themes.flatMap(([name, { light, dark }]) => [
  { name, scheme: 'light' as const, colours: light },
  { name, scheme: 'dark' as const, colours: dark },
])

/** What stands on what in a mail, and the contrast that it needs. */
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
    expect(themes.map(([name]) => name).toSorted()).toEqual(folders.toSorted())
  })

  it.each(sheets)('$name, $scheme: has the colours of the portal', ({ name, scheme, colours }) => {
    const tokens = { ...tokensOf('tokens.css'), ...tokensOf(`${name}/theme.css`) }
    const found = Object.keys(colours).map((token) => [token, colourOf(tokens, token, scheme)])
    expect(colours).toEqual(Object.fromEntries(found))
  })

  it.each(sheets)('$name, $scheme: can be read', ({ colours }) => {
    const poor = pairs.filter(
      ([ink, ground, needed]) => !(contrast(colours, ink, ground) >= needed),
    )
    expect(poor).toEqual([])
  })
})

describe('a deployment', () => {
  it('has the theme that its file names, or that of its environment, or the platform’s', () => {
    expect(themeOf('RELIC')).toBe(mailThemes.get('relic'))
    expect(themeOf('RELIC', { name: 'focus' })).toBe(mailThemes.get('focus'))
    expect(themeOf('LOCAL')).toBe(mailThemes.get('platform'))
    expect(themeOf('CONSTRUCTOR')).toBe(mailThemes.get('platform'))
  })
})

function themeOf(Environment: string, theme: { name?: string } = {}) {
  return mailThemeOf({ configuration: { Environment }, theme })
}

/** Colours in both schemes as a sheet says them, or the name of another; nothing without a sheet. */
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
  return hexOf(scheme === 'light' ? light : dark)
}

/** `L C H` of OKLCH as hexadecimal sRGB; what lies outside of it is cut off. */
function hexOf(colour: string): string {
  const [L = Number.NaN, C = 0, H = 0] = colour.split(/\s+/).map(Number)
  const a = C * Math.cos((H * Math.PI) / 180)
  const b = C * Math.sin((H * Math.PI) / 180)
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const bytes = linear.map((value) => {
    const part = Math.min(1, Math.max(0, value))
    return Math.round(255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055))
  })
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function contrast(colours: MailColours, ink: keyof MailColours, ground: keyof MailColours): number {
  const [darker = Number.NaN, lighter = Number.NaN] = [ink, ground]
    .map((name) => luminance(colours[name]))
    .toSorted((one, other) => one - other)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
