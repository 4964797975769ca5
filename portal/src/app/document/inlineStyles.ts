import type { DocumentRequest } from '@gatehouse/contract/serverPages'
import type { BuiltAssets } from './builtAssets.ts'
import { sketchOf } from './sketchOf.ts'

/** The sheets of a page in the page itself: its visitor's browser waits for no other file. */
export interface InlineStyles {
  /** The addresses of the portal's own, those of the screen too. */
  readonly sheets: readonly string[]
  readonly base: string
  /** The theme, and what the deployment changes of it. */
  readonly own: readonly string[]
  /** What the writing of the language asks for; '' for English. */
  readonly language: string
  /**
   * The faces of all these sheets that are files: they come behind the screen, which is first shown in
   * their stand-ins. Asking for them, and looking for what stands in while they load, took a fortieth
   * of the time to its first paint.
   */
  readonly faces: string
  /** The files of the faces. */
  readonly fonts: readonly string[]
}

const faceOfFile = /@font-face\{[^}]*src:url\([^}]*\}/g
const font = /url\((\/assets\/[^)]+\.woff2)\)/g
/** What is seen at once; other drawings come as files, when they are shown. A player's card has a picture. */
const seenByVisitor = /(--sign:)url\((\/assets\/[^)]+\.svg)\)/g
const seenByPlayer = /(--(?:sign|picture):)url\((\/assets\/[^)]+\.svg)\)/g
const art = /--art-(light|dark):url\((\/assets\/[^)]+\.svg)\)/g

export function inlineStyles(
  assets: BuiltAssets,
  {
    deployment: { theme },
    language,
    path,
    answers,
  }: Pick<DocumentRequest, 'deployment' | 'language' | 'path' | 'answers'>,
): InlineStyles {
  const address = assets.themeSheet(theme.name)
  const themed = address === undefined ? undefined : assets.textOf(address)
  const sheets = [...assets.sheets, ...assets.ofScreen(path, language).sheets]
  const base = sheets.map((sheet) => assets.textOf(sheet) ?? '').join('')
  // A deployment's own art is another scene.
  const isOwnArt = theme.sheet?.text.includes('--art-') === true
  const isPlayers = answers !== undefined
  const seen = isPlayers ? seenByPlayer : seenByVisitor
  // No screen of players shows the art.
  const drawn = (sheet: string) =>
    withDrawings(assets, sheet, seen) + (isOwnArt || isPlayers ? '' : sketchesOf(assets, sheet))
  // The sign and the art of the base are never seen where a theme has its own.
  const own = themed === undefined ? [] : [withoutFaces(drawn(themed))]
  return {
    sheets,
    base: withoutFaces(themed === undefined ? drawn(base) : base),
    own: theme.sheet === null ? own : [...own, theme.sheet.text],
    language: assets.textOf(assets.languageSheet(language) ?? '') ?? '',
    faces: [...(themed ?? base).matchAll(faceOfFile)].map(([face]) => face).join(''),
    fonts: [...(themed ?? base).matchAll(font)].map(([, face = '']) => face),
  }
}

function withoutFaces(sheet: string): string {
  return sheet.replaceAll(faceOfFile, '')
}

/** A drawing that comes with its sheet is seen with the first paint, not a round trip later. */
function withDrawings(assets: BuiltAssets, sheet: string, seen: RegExp): string {
  return sheet.replaceAll(seen, (asked, name: string, address: string) => {
    const text = assets.textOf(address)
    return text === undefined ? asked : `${name}url("${asDataUrl(text)}")`
  })
}

/**
 * What is seen of a sheet's art until its file has come, by the scheme like the art itself. With the art
 * the document would be half as large again.
 */
function sketchesOf(assets: BuiltAssets, sheet: string): string {
  const sketches = [...sheet.matchAll(art)].flatMap(([, scheme = '', address = '']) => {
    const sketch = sketchOf(assets.textOf(address) ?? '')
    return sketch === null ? [] : [`--sketch-${scheme}:url("${asDataUrl(sketch)}")`]
  })
  if (sketches.length === 0) return ''
  const dark = '{--sketch:var(--sketch-dark,none)}'
  return (
    `:root{${sketches.join(';')};--sketch:var(--sketch-light,none)}:root[data-scheme="dark"]${dark}` +
    `@media (prefers-color-scheme:dark){:root:not([data-scheme="light"])${dark}}`
  )
}

function asDataUrl(text: string): string {
  return `data:image/svg+xml,${text.trim().replaceAll(/[%#"<>\n]/g, encodeURIComponent)}`
}
