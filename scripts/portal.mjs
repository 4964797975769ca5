import { hash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

/** Builds the portal unless a build of these sources exists. Throws when that fails. */
export function buildPortal() {
  const files = globSync(sources, { cwd: root, withFileTypes: true }).filter((one) => one.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
  const parts = paths.flatMap((path) => [path, readFileSync(path, 'latin1')])
  const current = hash('sha256', parts.join('\0'))
  if (existsSync(built) && existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return
  console.log('Building the portal …')
  const args = ['run', 'build', '--workspace', 'portal']
  const { status, stdout, stderr } = npm(args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The portal does not build:\n${[stdout, stderr].join('')}`)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, current)
}

if (process.argv[1] === import.meta.filename) buildPortal()
