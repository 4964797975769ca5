// npm run change: records the meaning of a change for operators. npm run bump: makes a version from
// the records, one for all workspaces, and writes it to CHANGELOG.md.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, npm, root } from '../bootstrap.mjs'

// It runs from npm's cache, because neither the product nor its tests need it.
const packages = ['--package=@changesets/cli@3.0.3', '--package=@changesets/changelog-git@1.0.0']
/** The workspace whose changelog becomes the product's. All have the same version. */
const room = 'server'

await bootstrap()
const [command = 'add'] = process.argv.slice(2)
const done = npm(['exec', '--yes', ...packages, '--', 'changeset', command], {
  cwd: root,
  stdio: 'inherit',
})
if (done.status !== 0) process.exit(done.status ?? 1)
if (command === 'version') gather()

/** Gives the product the version of its workspaces, and moves their entries to its CHANGELOG.md. */
function gather() {
  const { workspaces, version: before } = read('package.json')
  const { version } = read(`${room}/package.json`)
  if (version === before) return
  const entries = readFileSync(join(root, room, 'CHANGELOG.md'), 'utf8')
  const section = entries.slice(entries.indexOf(`## ${version}`)).trim()
  const file = join(root, 'CHANGELOG.md')
  const [title, ...older] = readFileSync(file, 'utf8').split(/^(?=## )/m)
  writeFileSync(file, [title, `${section}\n\n`, ...older].join(''))
  for (const each of workspaces) {
    const path = join(root, each, 'CHANGELOG.md')
    if (existsSync(path)) rmSync(path)
  }
  npm(['pkg', 'set', `version=${version}`], { cwd: root, stdio: 'inherit' })
  // The lock file also names the version of every workspace.
  npm(['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
  })
}

function read(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}
