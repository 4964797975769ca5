// The requirements of `npm ci` in a fresh clone on our lock file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './bootstrap.mjs'

/** The registry of all packages; the lock file names no other one. */
const registry = 'https://registry.npmjs.org/'

/** Lists the problems of a lock file's `packages`, one sentence each. */
export function problemsOf(packages) {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const missing = Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isLocked(packages, path, name))
      .map((name) => `${path} names ${name}, which the lock leaves out.`)
    const isOurs = !path.includes('node_modules/') || entry.link === true
    if (isOurs) return missing
    if (entry.hasInstallScript === true) missing.push(`${path} has an install script.`)
    if (entry.resolved !== undefined && !entry.resolved.startsWith(registry)) {
      missing.push(`${path} comes from another place than the registry.`)
    }
    if (entry.integrity === undefined) missing.push(`${path} has no integrity.`)
    return missing
  })
}

/** Says whether a dependency of `path` is in its own folder or in one above. */
function isLocked(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages) return true
    if (folder === '') return false
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = problemsOf(
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages,
  )
  for (const problem of problems) console.error(problem)
  console.log(
    `package-lock.json: ${problems.length === 0 ? 'sound' : `${problems.length} problems`}`,
  )
  process.exit(problems.length === 0 ? 0 : 1)
}
