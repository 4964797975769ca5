import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { npm, root } from './bootstrap.mjs'

const sources = ['portal', 'contract/src', 'client/src', 'package-lock.json']
const notSources = new Set(['dist', '.tsc', 'node_modules'])
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
  if (done.status !== 0) {
    throw new Error(`The portal does not build:\n${String(done.stdout)}${String(done.stderr)}`)
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, current)
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesIn)) {
    hash.update(path).update('\0')
    hash.update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

function filesIn(path) {
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path))
    .filter((name) => !notSources.has(name))
    .toSorted()
    .flatMap((name) => filesIn(`${path}/${name}`))
}
