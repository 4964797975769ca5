import { globSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { parse, type Plugin } from 'postcss'

const folder = join(import.meta.dirname, '../src/themes')
const polishLetters = 'U+104-107, U+118-119, U+141-144, U+15A-15B, U+179-17C'

/** The drawings of a theme's folder, by the token that shows each. */
const drawings = {
  '--sign': 'icon.svg',
  '--frame': 'frame.svg',
  '--medal': 'medal.svg',
  '--picture-light': 'banner.svg',
  '--picture-dark': 'banner.svg#dark',
  '--art-light': '*-light.svg',
  '--art-dark': '*-dark.svg',
}
export const drawingTokens = Object.keys(drawings)

/**
 * Begins the sheet of a theme with what its folder has: its drawings, and a face for each file of letters
 * that cutFonts.mjs has cut. The base has those of the platform, and the sheet of languages the letters
 * that only Polish has.
 */
export const themeFiles: Plugin = {
  postcssPlugin: 'theme-files',
  Once(root) {
    // Vite's name of a sheet that stays a file has a query.
    const file = root.source?.input.file?.split('?')[0] ?? ''
    const sheet = relative(folder, file)
    const begin = (text: string) => void root.prepend(parse(text, { from: file }).nodes)
    if (sheet === 'languages.css') begin(facesOf('*/*-polish.woff2', polishLetters))
    if (sheet === 'base.css')
      begin(`${facesOf('platform/*.woff2')}${tokensOf('platform', 'tokens')}`)
    if (basename(sheet) === 'motion.css') begin(":root { --gate-leaf: url('./leaf.svg'); }")
    if (basename(sheet) === 'theme.css') {
      const theme = dirname(sheet)
      begin(`${facesOf(`${theme}/*.woff2`, undefined, theme)}${tokensOf(theme, 'theme', theme)}`)
    }
  },
}

/** The face of each file. One that has a weight alone is every weight: a browser would thicken it. */
function facesOf(files: string, range?: string, from = ''): string {
  const isPolish = range !== undefined
  return globSync(files, { cwd: folder })
    .toSorted()
    .filter((file) => file.endsWith('-polish.woff2') === isPolish)
    .map((file) => {
      const name = basename(file, isPolish ? '-polish.woff2' : '.woff2')
      const family = name.replaceAll(
        /(?:^|-)([a-z])/g,
        (start, letter: string) => `${start.startsWith('-') ? ' ' : ''}${letter.toUpperCase()}`,
      )
      return `@font-face {
        font-family: '${family}';
        font-display: swap;
        font-weight: 100 900;
        src: url('./${relative(from, file)}') format('woff2');
        ${isPolish ? `unicode-range: ${range};` : ''}
      }`
    })
    .join('')
}

function tokensOf(theme: string, layer: string, from = ''): string {
  const said = Object.entries(drawings).map(([token, drawing]) => {
    const [name = '', part] = drawing.split('#')
    const [file = ''] = globSync(`${theme}/${name}`, { cwd: folder })
    return `${token}: url('./${[relative(from, file), part].filter(Boolean).join('#')}');`
  })
  return `@layer ${layer} { :root { ${said.join('')} } }`
}
