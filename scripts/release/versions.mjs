// A release has a version, which the records of changes make, and a tag.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../bootstrap.mjs'

const change = fileURLToPath(new URL('change.mjs', import.meta.url))

/**
 * What a release has to do about its version. `pending` are the files of recorded changes, `tagged`
 * is the commit that has the version's tag, or null. `bump`: a new version out of the changes;
 * `tag`: the version is made and its release was not finished; `again`: the files of a version that
 * is out. Throws where nothing was recorded since the last release.
 */
export function stepFor({ version, pending, tagged, head }) {
  if (pending.length > 0) return 'bump'
  if (tagged === null) return 'tag'
  if (tagged === head) return 'again'
  throw new Error(
    `Nothing is recorded since v${version}: npm run change says what a release changes.`,
  )
}

/** The files of a folder of changesets that record a change. */
export function changesIn(names) {
  return names.filter((name) => name.endsWith('.md') && name !== 'README.md')
}

/** The text of a version in CHANGELOG.md, without its heading. Throws where there is none. */
export function sectionOf(changelog, version) {
  const sections = changelog.split(/^(?=## )/m)
  const section = sections.find((each) => each.startsWith(`## ${version}\n`))
  if (section === undefined) throw new Error(`CHANGELOG.md says nothing about ${version}.`)
  return section.slice(section.indexOf('\n')).trim()
}

/** The version in package.json. */
export function currentVersion() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
}

/** Throws where the checkout has files that no commit has: a release is made of committed ones. */
export function refuseChanges() {
  const changed = git('status', '--porcelain')
  if (changed !== '') throw new Error(`A release needs committed files:\n${changed}`)
}

/** Makes and commits the next version where changes are recorded; returns whether it needs a tag. */
export function takeVersion() {
  const version = currentVersion()
  const step = stepFor({
    version,
    pending: changesIn(readdirSync(join(root, '.changeset'))),
    tagged: commitOf(`refs/tags/v${version}`),
    head: commitOf('HEAD'),
  })
  if (step !== 'bump') return step === 'tag'
  const done = spawnSync(process.execPath, [change, 'version'], { cwd: root, stdio: 'inherit' })
  if (done.status !== 0) throw new Error('The recorded changes make no version; see above.')
  git('add', '--all')
  git('commit', '--quiet', '--message', `Release ${currentVersion()}`)
  return true
}

/** Tags the commit with the version and what CHANGELOG.md says about it. */
export function tagVersion() {
  const version = currentVersion()
  const section = sectionOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)
  const message = `Gatehouse ${version}\n\n${section}\n`
  // Its headings begin with the sign that git takes for a comment.
  git('tag', '--annotate', '--cleanup=verbatim', '--message', message, `v${version}`)
}

/** The commit that a name of git stands for, or null. */
export function commitOf(name) {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', '-q', `${name}^{commit}`], {
    cwd: root,
    encoding: 'utf8',
  })
  return status === 0 ? stdout.trim() : null
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr.trim()}`)
  return stdout.trim()
}
