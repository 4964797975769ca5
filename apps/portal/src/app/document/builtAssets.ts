import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageDeployment } from '@gatehouse/contract/serverPages'
import type { Manifest, ManifestChunk } from 'vite'

/** The files of a built portal, by their addresses. */
export interface BuiltAssets {
  readonly script: string
  readonly preloads: readonly string[]
  readonly sheets: readonly string[]
  /** The files that sources need besides those of every page; a source is named by the end of its path. */
  readonly filesOf: (sources: readonly string[]) => {
    readonly scripts: readonly string[]
    readonly sheets: readonly string[]
  }
  readonly themeSheet: (theme: string) => string | undefined
  /** The sheet for the writing of a language; English has none. */
  readonly languageSheet: (language: string) => string | undefined
  readonly icon: (theme: string) => string | undefined
  /** The text of a sheet or a drawing. */
  readonly textOf: (address: string) => string | undefined
}

const source = 'src/main.tsx'

/** Reads the manifest of a built portal, and the texts that pages bring with them. */
export async function readBuiltAssets(root: string): Promise<BuiltAssets> {
  const file = await readFile(join(root, '.vite/manifest.json'), 'utf8')
  const manifest = JSON.parse(file) as Manifest
  const [main, ...shared] = chunksFrom(manifest, [source])
  if (main === undefined) throw new Error(`The manifest has no ${source}.`)
  const ofEveryPage = new Set([main, ...shared])
  const texts = await readTexts(root, manifest)
  // Vite names some sources by their path in the portal, and sheets by their path on the disk.
  const keys = new Map<string, string | undefined>()
  const keyOf = (source: string) => {
    if (!keys.has(source)) {
      keys.set(
        source,
        Object.keys(manifest).find((key) => `/${key}`.endsWith(`/${source}`)),
      )
    }
    return keys.get(source)
  }
  const addressOf = (source: string) => {
    const chunk = manifest[keyOf(source) ?? '']
    return chunk && `/${chunk.file}`
  }
  return {
    script: `/${main.file}`,
    preloads: shared.map((chunk) => `/${chunk.file}`),
    sheets: sheetsOf([main, ...shared]),
    filesOf(sources) {
      const keys = sources.map((file) => {
        const key = keyOf(file)
        if (key === undefined) throw new Error(`The manifest has no ${file}.`)
        return key
      })
      const chunks = chunksFrom(manifest, keys).filter((chunk) => !ofEveryPage.has(chunk))
      return { scripts: chunks.map((chunk) => `/${chunk.file}`), sheets: sheetsOf(chunks) }
    },
    themeSheet: (theme) => addressOf(`src/themes/${theme}/theme.css`),
    languageSheet: (language) =>
      language === 'en' ? undefined : addressOf('src/themes/languages.css'),
    icon: (theme) => addressOf(`src/themes/${theme}/icon.svg`),
    textOf: (address) => texts.get(address),
  }
}

/** The chunks of these sources with all that they import, each once. */
function chunksFrom(manifest: Manifest, keys: readonly string[]): readonly ManifestChunk[] {
  const found = new Set<ManifestChunk>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (chunk === undefined || found.has(chunk)) return
    found.add(chunk)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const key of keys) add(key)
  return [...found]
}

function sheetsOf(chunks: readonly ManifestChunk[]): readonly string[] {
  return [...new Set(chunks.flatMap(({ css = [] }) => css.map((file) => `/${file}`)))]
}

async function readTexts(root: string, manifest: Manifest): Promise<ReadonlyMap<string, string>> {
  const files = Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [
    file,
    ...css,
    ...assets,
  ])
  const named = [...new Set(files)].filter((file) => /\.(css|svg)$/.test(file))
  const texts = named.map(
    async (file) => [`/${file}`, await readFile(join(root, file), 'utf8')] as const,
  )
  return new Map(await Promise.all(texts))
}

/** The icon of a deployment's pages: its own, its theme's, or the platform's. */
export function iconOf(assets: BuiltAssets, deployment: PageDeployment | null): string | undefined {
  const { icon, name = '' } = deployment?.theme ?? {}
  return icon ?? assets.icon(name) ?? assets.icon('platform')
}
