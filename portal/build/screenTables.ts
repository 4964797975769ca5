import { join, relative, sep } from 'node:path'
import { pathNames, paths, screenNameOf } from '@gatehouse/contract/routes'
import { bringerOf } from './joinedFiles.ts'
import { readTable, type TableRow } from './routeFiles.ts'

export const source = join(import.meta.dirname, '../src')

/** The portal's tables of screens and of layouts. */
export const screens = readRows('routes/routes.ts', 'screens')
const layouts = readRows('app/layouts/layouts.ts', 'layouts')

function readRows(file: string, table: string): readonly TableRow[] {
  const rows = readTable(join(source, file), table)
  return rows.map((row) => ({ ...row, files: row.files.map(bringerOf) }))
}

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
  pathNames.map((name) => {
    const row = screens.find((screen) => screen.name === screenNameOf(name))
    if (row === undefined) throw new Error(`${name} has no screen.`)
    const files = [...new Set([...row.files, ...filesOfLayout(row)])]
    return [
      paths[name],
      files.map((file) => relative(join(source, '..'), file).split(sep).join('/')),
    ]
  }),
)
