import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'

/*
 * The drawings and the letters of the portal's themes, as tokens of the console's sheet. They are
 * public, as in the portal, and files of the console's own host.
 */

const portal = join(import.meta.dirname, '../../portal/src')
/** As the sheet of the console names it. */
const seen = '../../../portal/src/themes'

/** The theme of the house, which is the console's own. */
const own = 'platform'

const read = (file: string) => readFileSync(join(portal, file), 'utf8')

export const art: Plugin = {
  name: 'art',
  enforce: 'pre',
  async transform(code, id) {
    if (!id.split('?')[0]?.endsWith('/styles/console.css')) return undefined
    const themes = globSync('themes/*/icon.svg', { cwd: portal }).toSorted()
    const services = globSync('screens/connections/icons/*.ts', { cwd: portal }).toSorted()
    const signs = await Promise.all(services.map(signOf))
    return [code, ...facesOf(), ...themes.map(drawingsOf), ...signs].join('\n')
  },
}

/** The faces of the house. */
function facesOf(): readonly string[] {
  return globSync(`themes/${own}/*.woff2`, { cwd: portal })
    .filter((file) => !file.endsWith('-polish.woff2'))
    .map((file) => {
      const name = basename(file, '.woff2')
      const family = name.replaceAll(/(?:^|-)([a-z])/g, (_, letter) => ` ${letter.toUpperCase()}`)
      return `@font-face {
        font-family: '${family.trim()}';
        font-display: swap;
        font-weight: 100 900;
        src: url('${seen}/${own}/${name}.woff2') format('woff2');
      }`
    })
}

function drawingsOf(icon: string): string {
  const theme = icon.split('/')[1] ?? ''
  const shape = /--avatar-shape:([^;]+);/.exec(
    read(theme === own ? 'themes/tokens.css' : `themes/${theme}/theme.css`),
  )?.[1]
  const tokens = {
    sign: `url('${seen}/${theme}/icon.svg')`,
    frame: `url('${seen}/${theme}/frame.svg')`,
    medal: `url('${seen}/${theme}/medal.svg')`,
    'picture-light': `url('${seen}/${theme}/banner.svg')`,
    'picture-dark': `url('${seen}/${theme}/banner.svg#dark')`,
    'avatar-shape': shape,
    ...(theme === own && { 'scene-light': sceneOf('light'), 'scene-dark': sceneOf('dark') }),
  }
  const said = Object.entries(tokens).map(([name, value]) => `--${name}: ${value};`)
  const places = `${theme === own ? ":root, [data-theme='']," : ''} [data-theme='${theme}']`
  return `@layer tokens { ${places} { ${said.join(' ')} } }`
}

function sceneOf(scheme: string): string {
  const [file = ''] = globSync(`themes/${own}/*-${scheme}.svg`, { cwd: portal })
  return `url('${seen}/${own}/${basename(file)}')`
}

/** The sign of a service that players link, white on its colour. */
async function signOf(file: string): Promise<string> {
  const { shape, colour } = (await import(join(portal, file))) as Record<'shape' | 'colour', string>
  const sign = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 -5 34 34"><path d="${shape}" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  const image = `url("data:image/svg+xml,${encodeURIComponent(sign)}")`
  const drawn = /gradient/.test(colour)
    ? `${image}, ${colour}`
    : `${image}, linear-gradient(${colour}, ${colour})`
  return `[data-service='${basename(file, '.ts')}'] { --mark: ''; --service: ${drawn}; }`
}
