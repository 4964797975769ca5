import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deployment } from '../tenants/deployments.ts'
import { digestOf } from '../platform/crypto/digestOf.ts'
import { escapeHtml } from '../platform/escapeHtml.ts'
import { type ThemeIndex } from './themeIndex.ts'
import { themeNameOf } from '../tenants/themeNameOf.ts'

/** The sheets of a page in the page itself: a visitor who has none of them waits for no other file. */
export interface InlineStyles {
  readonly elements: string
  /** The sources by which a Content-Security-Policy lets them in. */
  readonly digests: readonly string[]
}

/** Reads the sheets of a build, with the art that they show; answers what a deployment's page has. */
export async function readInlineStyles(
  root: string,
  baseSheets: readonly string[],
  themes: ThemeIndex,
): Promise<(deployment: Deployment) => InlineStyles> {
  const ofThemes = Object.values(themes).flatMap(({ sheet }) => sheet ?? [])
  const sheets = await textsOf(root, [...baseSheets, ...ofThemes])
  const art = await textsOf(root, [...sheets.values()].flatMap(imagesOf))

  /** An image that comes with the sheet is painted with the page, and not a round trip later. */
  const withArt = (sheet: string) =>
    sheet.replaceAll(image, (asked, address: string) => {
      const drawing = art.get(address)
      return drawing === undefined ? asked : `url("${asDataUrl(drawing)}")`
    })

  return (deployment) => {
    const theme = sheets.get(themes[themeNameOf(deployment)]?.sheet ?? '')
    const base = baseSheets.map((address) => sheets.get(address) ?? '').join('')
    // What a theme shows in its place is never seen.
    const shared = theme === undefined ? withArt(base) : base
    const own = [theme === undefined ? '' : withArt(theme), deployment.themeSheet?.text ?? '']
    const environment = escapeHtml(deployment.configuration.Environment)
    const texts = own.filter((text) => text !== '')
    const faces = [...(theme ?? base).matchAll(letters)].map(([, address = '']) => address)
    const elements = [
      // Asked for with the page, they are there with its first paint, or soon after it.
      ...faces.map(
        (face) =>
          `<link rel="preload" as="font" type="font/woff2" href="${escapeHtml(face)}" crossorigin>`,
      ),
      `<style>${shared}</style>`,
      ...texts.map((text) => `<style data-environment="${environment}">${text}</style>`),
    ]
    return { elements: elements.join(''), digests: [shared, ...texts].map(digestOf) }
  }
}

const letters = /url\((\/assets\/[^)]+\.woff2)\)/g
const image = /url\((\/assets\/[^)]+\.svg)\)/g

function imagesOf(sheet: string): string[] {
  return [...sheet.matchAll(image)].map(([, address = '']) => address)
}

function asDataUrl(drawing: string): string {
  return `data:image/svg+xml,${drawing.trim().replaceAll(/[%#"<>\n]/g, encodeURIComponent)}`
}

/** The texts of built files by their address; one that cannot be read is left out. */
async function textsOf(
  root: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const texts = await Promise.all(
    addresses.map((address) => readFile(join(root, address), 'utf8').catch(() => null)),
  )
  const found = new Map<string, string>()
  for (const [place, address] of addresses.entries()) {
    const text = texts[place]
    if (typeof text === 'string') found.set(address, text)
  }
  return found
}
