import { hash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { npm, root } from './bootstrap.mjs'

/** The rooms that browsers get: the sources of each, and the last file of its build. */
const rooms = [
  {
    room: 'portal',
    sources: [
      'apps/portal/{src,build}/**',
      'apps/portal/*.*',
      'packages/{contract,client,ui}/{src,build}/**',
    ],
    built: 'apps/portal/dist/prerender/prerender.mjs',
  },
  {
    room: 'console',
    sources: ['apps/console/src/**', 'apps/console/*.*', 'packages/{contract,ui}/{src,build}/**'],
    built: 'apps/console/dist/index.html',
  },
]

/**
 * Builds the portal, and the console of the staff, unless a build of these sources exists. Throws when
 * that fails.
 */
export function buildPortal() {
  for (const each of rooms) build(each)
}

function build({ room, sources, built }) {
  // The record lies outside dist, so that the server never serves it.
  const stamp = join(root, `node_modules/.cache/gatehouse/${room}-sources`)
  const all = [...sources, 'package-lock.json']
  const files = globSync(all, { cwd: root, withFileTypes: true }).filter((one) => one.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
  const parts = paths.flatMap((path) => [path, readFileSync(path, 'latin1')])
  const current = hash('sha256', parts.join('\0'))
  const isBuilt = existsSync(join(root, built)) && existsSync(stamp)
  if (isBuilt && readFileSync(stamp, 'utf8') === current) return
  console.log(`Building the ${room} …`)
  const args = ['run', 'build', '--workspace', `apps/${room}`]
  const { status, stdout, stderr } = npm(args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The ${room} does not build:\n${[stdout, stderr].join('')}`)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, current)
}

if (process.argv[1] === import.meta.filename) buildPortal()
