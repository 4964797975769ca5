import { join } from 'node:path'
import type { Plugin } from 'vite'

const source = join(import.meta.dirname, '../src')

/** One file of the build for what the tables of screens and of layouts import apart. */
const joined = join(source, 'app/accountScreen.ts')
const parts = new Set([
  join(source, 'screens/account/information/Information.tsx'),
  join(source, 'app/layouts/AccountLayout.tsx'),
])

/** The source whose file the build brings for a source that is imported when it is needed. */
export function bringerOf(file: string): string {
  return parts.has(file) ? joined : file
}

/** Sends imports of parts of a joined file to it. */
export const joinedFiles: Plugin = {
  name: 'joined-files',
  apply: 'build',
  enforce: 'pre',
  async resolveId(name, importer, options) {
    if (options.kind !== 'dynamic-import') return null
    const found = await this.resolve(name, importer, { ...options, skipSelf: true })
    const bringer = found === null ? null : bringerOf(found.id)
    return bringer === found?.id ? null : bringer
  },
}
