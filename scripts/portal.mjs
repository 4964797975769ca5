import { hash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npm, root } from './bootstrap.mjs'

const sources = [
  'portal/{src,build}/**',
  'portal/*.*',
  '{contract,client}/src/**',
  'package-lock.json',
]
const built = join(root, 'portal/dist/prerender/prerender.mjs')
// The record lies outside dist, so that the server never serves it.
const stamp = join(root, 'node_modules/.cache/gatehouse/portal-sources')

/** Builds the portal unless a build of these sources exists. Throws when the build fails. */
export function buildPortal() {
  const current = hashOf(sources)
  const previous = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (existsSync(built) && previous === current) return
  console.log('Building the portal …')
  const done = npm(['run', 'build', '--workspace', 'portal'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = [done.stdout, done.stderr].join('')
  if (done.status !== 0) throw new Error(`The portal does not build:\n${output}`)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, current)
}

function hashOf(patterns) {
  const entries = globSync(patterns, { cwd: root, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
  const parts = paths.flatMap((path) => [path, readFileSync(path, 'latin1')])
  return hash('sha256', parts.join('\0'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildPortal()
