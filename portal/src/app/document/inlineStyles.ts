import type { Language } from '@gatehouse/contract/languages'
import type { PageDeployment } from '@gatehouse/contract/serverPages'
import type { BuiltAssets } from './builtAssets.ts'

/** The sheets of a page in the page itself: its visitor's browser waits for no other file. */
export interface InlineStyles {
  /** The addresses of the portal's own, those of the screen too. */
  readonly sheets: readonly string[]
  readonly base: string
  /** The theme, and what the deployment changes of it. */
  readonly own: readonly string[]
  /** What the writing of the language asks for; '' for English. */
  readonly language: string
  readonly fonts: readonly string[]
}

const font = /url\((\/assets\/[^)]+\.woff2)\)/g
const drawing = /url\((\/assets\/[^)]+\.svg)\)/g

export function inlineStyles(
  assets: BuiltAssets,
  { theme }: PageDeployment,
  language: Language,
  path: string,
): InlineStyles {
  const address = assets.themeSheet(theme.name)
  const themed = address === undefined ? undefined : assets.textOf(address)
  const sheets = [...assets.sheets, ...assets.ofScreen(path, language).sheets]
  const base = sheets.map((sheet) => assets.textOf(sheet) ?? '').join('')
  // The art of the base is never seen where a theme has its own.
  const own = themed === undefined ? [] : [withDrawings(assets, themed)]
  return {
    sheets,
    base: themed === undefined ? withDrawings(assets, base) : base,
    own: theme.sheet === null ? own : [...own, theme.sheet.text],
    language: assets.textOf(assets.languageSheet(language) ?? '') ?? '',
    fonts: [...(themed ?? base).matchAll(font)].map(([, face = '']) => face),
  }
}

/** A drawing that comes with its sheet is seen with the first paint, not a round trip later. */
function withDrawings(assets: BuiltAssets, sheet: string): string {
  return sheet.replaceAll(drawing, (asked, address: string) => {
    const text = assets.textOf(address)
    return text === undefined ? asked : `url("${asDataUrl(text)}")`
  })
}

function asDataUrl(text: string): string {
  return `data:image/svg+xml,${text.trim().replaceAll(/[%#"<>\n]/g, encodeURIComponent)}`
}
