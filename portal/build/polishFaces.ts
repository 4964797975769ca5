import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse, type Plugin } from 'postcss'

const folder = join(import.meta.dirname, '../src/themes')
const letters = 'U+104-107, U+118-119, U+141-144, U+15A-15B, U+179-17C'

/**
 * Begins the sheet of languages with the letters that only Polish has: a face for each file of them that
 * cutFonts.mjs has cut, like the theme's own face beside it.
 */
export const polishFaces: Plugin = {
  postcssPlugin: 'polish-faces',
  Once(root) {
    const { source } = root
    // Vite's name of a sheet that stays a file has a query.
    if (source?.input.file?.split('?')[0] !== join(folder, 'languages.css')) return
    for (const sheet of ['fonts.css', ...globSync('*/theme.css', { cwd: folder }).toSorted()]) {
      parse(readFileSync(join(folder, sheet))).walkAtRules('font-face', (face) => {
        const file = /\.\/(.+)\.woff2/.exec(face.toString())?.[1] ?? ''
        const polish = `./${join(dirname(sheet), file)}-polish.woff2`
        if (!existsSync(join(folder, polish))) return
        const own = face.clone()
        own.walkDecls('src', (src) => void (src.value = `url('${polish}') format('woff2')`))
        own.append({ prop: 'unicode-range', value: letters })
        // Vite asks each declaration for its sheet.
        own.walk((node) => void Object.assign(node, { source }))
        root.prepend(own)
      })
    }
  },
}
