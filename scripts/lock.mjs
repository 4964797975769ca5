// What lockfile-lint does not check of our lock file: install scripts, and packages for other
// platforms that the lock leaves out.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Lists the problems of a lock file's `packages`, one sentence each. */
export function problemsOf(packages) {
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isLocked(packages, path, name))
      .map((name) => `${path} names ${name}, which the lock leaves out.`),
    ...(entry.hasInstallScript === true ? [`${path} has an install script.`] : []),
    ...(path.includes('node_modules/') && entry.link !== true && entry.integrity === undefined
      ? [`${path} has no integrity.`]
      : []),
  ])
}

/** Says whether a dependency of `path` is in its own folder or in one above. */
function isLocked(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages) return true
    if (folder === '') return false
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(process.argv[2], 'utf8'))
  const problems = problemsOf(lock.packages)
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
