import { join, relative, sep } from 'node:path'
import { type PathName, paths } from '@gatehouse/contract/routes'
import { readTable, type TableRow } from './routeFiles.ts'

export const source = join(import.meta.dirname, '../src')

/** The portal's tables of screens and of layouts. */
export const screens = readTable(join(source, 'routes/routes.ts'), 'screens')
const layouts = readTable(join(source, 'app/layouts/layouts.ts'), 'layouts')

export function filesOfLayout({ name, literals }: TableRow): readonly string[] {
  const layout = layouts.find((row) => row.name === literals.get('layout'))
  if (layout === undefined) throw new Error(`The route ${name} names no layout.`)
  return layout.files
}

/**
 * The sources of the screen of each path, with its layout, as Vite's manifest names them: the server
 * names their files to the browser before the portal's script asks.
 */
export const screenSources: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  screens.map((row) => {
    if (!isPathName(row.name)) throw new Error(`${row.name} is no path of the contract.`)
    const files = [...row.files, ...filesOfLayout(row)]
    return [
      paths[row.name],
      files.map((file) => relative(join(source, '..'), file).split(sep).join('/')),
    ]
  }),
)

function isPathName(name: string): name is PathName {
  return name in paths
}
