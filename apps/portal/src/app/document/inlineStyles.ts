import type { DocumentRequest } from '@gatehouse/contract/serverPages'
import type { BuiltAssets } from './builtAssets.ts'
import { filesOfPage } from './filesOfPage.ts'

/** The sheets of a page in the page itself: its visitor's browser waits for no other file. */
export interface InlineStyles {
  /** The addresses of the portal's own, those of the screen too. */
  readonly sheets: readonly string[]
  readonly base: string
  /** The theme, and the deployment's changes of it. */
  readonly themed: readonly string[]
  /** The sheet for the writing of the language; '' for English. */
  readonly language: string
}

/**
 * The drawings that are seen at once; others come as files, when they are shown. A visitor's screen
 * has the studio's art, which is its largest paint, and a player's head a picture with its
 * frame and medals.
 */
const seenByVisitor = /(--(?:sign|art-light|art-dark):)url\((\/assets\/[^)]+\.svg)(#\w+)?\)/g
const seenByPlayer =
  /(--(?:sign|picture-light|picture-dark|frame|medal):)url\((\/assets\/[^)]+\.svg)(#\w+)?\)/g

export function inlineStyles(
  assets: BuiltAssets,
  request: Pick<DocumentRequest, 'deployment' | 'language' | 'path' | 'answers'>,
): InlineStyles {
  const { theme } = request.deployment
  const address = assets.themeSheet(theme.name)
  const themed = address === undefined ? undefined : assets.textOf(address)
  const sheets = [...assets.sheets, ...filesOfPage(assets, request).sheets]
  const base = sheets.map((sheet) => assets.textOf(sheet) ?? '').join('')
  const seen = request.answers === undefined ? seenByVisitor : seenByPlayer
  // The sign of the base is never seen where a theme has its own.
  const built = themed === undefined ? [] : [withDrawings(assets, themed, seen)]
  return {
    sheets,
    base: themed === undefined ? withDrawings(assets, base, seen) : base,
    themed: theme.sheet === null ? built : [...built, theme.sheet.text],
    language: assets.textOf(assets.languageSheet(request.language) ?? '') ?? '',
  }
}

/** A drawing that comes with its sheet is seen with the first paint, not a round trip later. */
function withDrawings(assets: BuiltAssets, sheet: string, seen: RegExp): string {
  return sheet.replaceAll(seen, (asked, name: string, address: string, part = '') => {
    const text = assets.textOf(address)
    return text === undefined ? asked : `${name}url("${asDataUrl(text)}${part}")`
  })
}

function asDataUrl(text: string): string {
  return `data:image/svg+xml,${text.trim().replaceAll(/[%#"<>\n]/g, encodeURIComponent)}`
}
