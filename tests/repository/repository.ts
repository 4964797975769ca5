import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'oxc-parser'

/* The repository as its own tests read it. Paths are those from its root, with slashes. */

export const root = join(import.meta.dirname, '../..')
const ignored = ['**/node_modules/**', '**/dist/**', '**/.tsc/**', 'data/**', 'release/**']

/** The files that a pattern finds. */
export function list(pattern: string | readonly string[]): readonly string[] {
  return globSync(pattern, { cwd: root, exclude: ignored })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
}

export function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

export const code = list('**/*.{ts,tsx,mjs}')
export const docs = list(['*.md', '**/README.md', 'docs/**/*.md', 'examples/**/*.md'])
/** The shipped code and the stand-ins, without tests. */
export const product = code.filter((file) => isProduct(file) && !isTest(file))

export function isTest(file: string): boolean {
  return (
    /\.(test|spec|shots)\.[cm]?[jt]sx?$/.test(file) ||
    /^(?:tests\/(?:e2e|repository)|apps\/server\/test)\/|\/testing\//.test(file)
  )
}

export function isProduct(file: string): boolean {
  return /^(?:(?:apps|packages)\/(?!player-import)[^/]+\/src|tests\/stand-ins\/src|apps\/player-import)\//.test(
    file,
  )
}

export interface Import {
  readonly from: string
  readonly name: string
  /** The file in this repository; '' for a package. */
  readonly to: string
  readonly isType: boolean
}

let known: readonly Import[] | undefined

/** Every import of the code: of values, of types, by a call, and what is exported on. */
export function imports(): readonly Import[] {
  return (known ??= code.flatMap((from) => {
    const text = read(from)
    const { staticImports, staticExports } = parseSync(from, text).module
    const found = [
      ...staticImports.map(({ moduleRequest, entries }) => ({
        name: moduleRequest.value,
        isType: entries.length > 0 && entries.every(({ isType }) => isType),
      })),
      ...staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ moduleRequest, isType }) =>
          moduleRequest === null ? [] : [{ name: moduleRequest.value, isType }],
        ),
      ),
      // A call of `import`, or a type that is written as one.
      ...[...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].map(([, name = '']) => ({
        name,
        isType: false,
      })),
    ]
    return found.map((each) => ({ from, ...each, to: target(from, each.name) }))
  }))
}

function target(from: string, name: string): string {
  if (name.startsWith('.')) {
    return relative(root, join(root, dirname(from), name)).replaceAll('\\', '/')
  }
  const inside = /^@gatehouse\/([^/]+)\/(.+)$/.exec(name)
  if (inside === null) return ''
  const file = `packages/${inside[1]}/src/${inside[2]}.ts`
  return existsSync(join(root, `${file}x`)) ? `${file}x` : file
}
