// A version of the repository in a separate folder, built as a release builds it.
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { npm, root } from '../../../scripts/bootstrap.mjs'

/** Trees with their packages, and of this run also built: the same is made once. */
const present = [{ folder: root, lock: readLock(root), commit: null }]

/** The full id of a commit. Throws where there is none of this name. */
export function commitOf(name) {
  return run('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`])
}

/** Unpacks a commit below `work`, with its own packages and its own build. Returns the folder. */
export function buildVersion(work, commit) {
  const folder = fs.mkdtempSync(join(work, `${commit.slice(0, 8)}-`))
  const archive = join(folder, 'version.tar')
  run('git', ['archive', '--output', archive, commit])
  run('tar', ['-xf', archive, '-C', folder])
  fs.rmSync(archive)
  layOutAsToday(folder)
  const lock = readLock(folder)
  const packages = present.find((each) => each.lock === lock)
  const same = present.find((each) => each.commit === commit)
  const { workspaces } = JSON.parse(fs.readFileSync(join(folder, 'package.json'), 'utf8'))
  if (packages)
    for (const each of ['.', ...workspaces]) link(packages, folder, each, 'node_modules')
  else mustNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], folder)
  if (same) for (const each of ['apps/portal', 'apps/server']) link(same, folder, each, 'dist')
  else mustNpm(['run', 'build'], folder)
  present.push({ commit, lock, folder })
  return folder
}

const laidOut = [
  ...['console', 'portal', 'server'].map((name) => `apps/${name}`),
  ...['client', 'contract', 'signin', 'ui'].map((name) => `packages/${name}`),
  ...['bench', 'e2e', 'stand-ins'].map((name) => `tests/${name}`),
]

/** Until 1.0.1 the packages lay at the top: links lead from today's places to them. */
export function layOutAsToday(folder) {
  for (const place of laidOut) {
    const before = join(folder, basename(place))
    if (!fs.existsSync(before)) continue
    fs.mkdirSync(join(folder, dirname(place)), { recursive: true })
    fs.symlinkSync(before, join(folder, place))
  }
}

function readLock(folder) {
  return fs.readFileSync(join(folder, 'package-lock.json'), 'utf8')
}

/** Hard links: half a gigabyte is not copied, and a file that is written again is a separate one. */
function link({ folder }, to, room, name) {
  const from = join(folder, room, name)
  if (!fs.existsSync(from)) return
  run('cp', ['-al', from, join(to, room, name)])
  if (name === 'dist') return
  for (const cache of ['.cache', '.vite', '.vite-temp']) {
    fs.rmSync(join(to, room, name, cache), { recursive: true, force: true })
  }
}

/** `drop` renames a column that the version before reads; `good` takes two versions for the same. */
const renamed = { drop: true, good: true, contract: true }

/** Makes a tree the next version: with a migration of `migrations`, and the code that goes with it. */
export function addMigration(folder, name) {
  const files = join(import.meta.dirname, 'migrations', name)
  if (!fs.existsSync(files)) throw new Error(`${name} is no migration.`)
  fs.cpSync(files, join(folder, 'apps/server/src/database/schema'), { recursive: true })
  if (!renamed[name]) return
  const sources = fs
    .globSync('apps/server/src/**/*.ts', { cwd: folder })
    .map((file) => join(folder, file))
  for (const file of sources) {
    const text = fs.readFileSync(file, 'utf8')
    const changed = text.replaceAll(/\brefresh_hash\b/g, 'refresh_digest')
    if (changed !== text) fs.writeFileSync(file, changed)
  }
}

function mustNpm(args, cwd) {
  // Whatever NODE_ENV is here, players get no development build, and the build has its tools.
  const env = { ...process.env, NODE_ENV: args[0] === 'ci' ? 'development' : 'production' }
  const { status, output } = npm(args, { cwd, env, maxBuffer: 1 << 27 })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${output.join('')}`)
}

function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`)
  return stdout.trim()
}
