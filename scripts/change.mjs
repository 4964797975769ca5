// npm run change: writes down what a change means to those who run the product. npm run bump: makes
// a version out of what was written down, one for all rooms, and writes it to CHANGELOG.md.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, npm, root } from './bootstrap.mjs'

// Run from npm's cache: nothing that the product or its tests need.
const packages = ['--package=@changesets/cli@3.0.3', '--package=@changesets/changelog-git@1.0.0']
/** The room whose changelog is the product's; all have the same version. */
const room = 'server'

await bootstrap()
const [command = 'add'] = process.argv.slice(2)
const done = npm(['exec', '--yes', ...packages, '--', 'changeset', command], {
  cwd: root,
  stdio: 'inherit',
})
if (done.status !== 0) process.exit(done.status ?? 1)
if (command === 'version') gather()

/** The version that the rooms got becomes the product's, and their entries go to its CHANGELOG.md. */
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
  // The lock file names the version of every room too.
  npm(['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
  })
}

function read(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}
