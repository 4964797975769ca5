// Makes a version of the recorded changes (`npm run change`), one for all workspaces, and writes it to
// CHANGELOG.md: a step of `npm run release`.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../bootstrap.mjs'

/** Runs a command and returns what it says. Throws where it fails. */
export function run(command, args, options = {}) {
  const given = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 27, stdio: ['inherit', 'pipe', 2] }
  const { status, stdout } = spawnSync(command, args, { ...given, ...options })
  if (status !== 0) throw new Error(`${command} ${args[0]} failed.`)
  return stdout?.trim() ?? ''
}

export function manifestIn(folder = root) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/**
 * Makes and commits the next version where changes are recorded. Returns whether it needs a tag: not
 * where the present commit has it. Throws where nothing was recorded since the tag.
 */
export function takeVersion(folder = root) {
  const git = (...args) => run('git', args, { cwd: folder })
  const recorded = readdirSync(join(folder, '.changeset')).filter((file) => file.endsWith('.md'))
  if (recorded.some((file) => file !== 'README.md')) {
    bump()
    git('add', '--all')
    git('commit', '--quiet', '--message', `Release ${manifestIn(folder).version}`)
  }
  const tag = `v${manifestIn(folder).version}`
  if (git('tag', '--list', tag) === '') return true
  if (git('rev-parse', `${tag}^{commit}`) === git('rev-parse', 'HEAD')) return false
  throw new Error(`Nothing is recorded since ${tag}: npm run change says what a release changes.`)
}

/** The text of a version in CHANGELOG.md, without its heading. */
export function sectionOf(changelog, version) {
  const [, section] = changelog.split(`\n## ${version}\n`)
  if (section === undefined) throw new Error(`CHANGELOG.md says nothing about ${version}.`)
  return section.split('\n## ')[0].trim()
}

/** The entries of a section without those that name packages of ours: all of them have one version. */
export function entriesIn(section) {
  return section
    .split(/^(?=### )/m)
    .map((kind) =>
      kind.replaceAll(/^- Updated dependencies.*\n?|^ *- @gatehouse\/.*\n?/gm, '').trim(),
    )
    .filter((kind) => !/^### .*$/.test(kind))
    .join('\n\n')
}

/** Gives the product the version of its workspaces, and moves their entries to its CHANGELOG.md. */
function bump() {
  run('changeset', ['version'])
  const { workspaces, version: before } = manifestIn()
  const { version } = manifestIn(join(root, 'apps/server'))
  if (version === before) return
  const entries = readFileSync(join(root, 'apps/server/CHANGELOG.md'), 'utf8')
  const file = join(root, 'CHANGELOG.md')
  const [title, ...older] = readFileSync(file, 'utf8').split(/^(?=## )/m)
  const section = `## ${version}\n\n${entriesIn(sectionOf(entries, version))}\n\n`
  writeFileSync(file, [title, section, ...older].join(''))
  for (const each of workspaces) rmSync(join(root, each, 'CHANGELOG.md'), { force: true })
  run('npm', ['pkg', 'set', `version=${version}`])
  // The lock file names the version of every workspace.
  run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) bump()
