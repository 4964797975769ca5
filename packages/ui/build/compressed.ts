import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Writes beside every file of text what a browser is sent of it, as small as it gets: once, and not
 * for every visitor.
 */
export const compressed: Plugin = {
  name: 'compressed',
  async writeBundle({ dir = '' }, bundle) {
    const texts = Object.keys(bundle).filter((file) => /\.(js|css|svg|json)$/.test(file))
    await Promise.all(
      texts.map(async (name) => {
        const file = join(dir, name)
        const text = await readFile(file)
        const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT }
        await writeFile(`${file}.br`, await promisify(brotliCompress)(text, { params }))
        await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }))
      }),
    )
  },
}
