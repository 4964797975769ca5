// PostgreSQL for tests: one of the clone, which `npm run db` starts and `npm run db -- stop` ends,
// or one of a run. Its data serves tests alone, so it needs no safe writes.
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './bootstrap.mjs'
import { findProgram } from './debian.mjs'
import { freePort } from './freePort.mjs'

/** Outside the clone, because root's folders are closed to the user that runs PostgreSQL. */
const folderOfClone = join(tmpdir(), `gatehouse-db-${hash('sha256', root).slice(0, 8)}`)

/** Starts an empty PostgreSQL that `end` ends; null where its programs cannot be had. */
export async function startPostgres() {
  if (findBinaries() === null) return null
  return start(mkdtempSync(join(tmpdir(), 'gatehouse-postgres-')))
}

/** The PostgreSQL of this clone, if it is up. */
export function runningDb() {
  return isRunning(folderOfClone) ? addressesOf(folderOfClone) : null
}

/** The PostgreSQL of this clone, started when it was not up; null where that is impossible. */
export async function startDb() {
  if (findBinaries() === null) return null
  if (isRunning(folderOfClone)) return addressesOf(folderOfClone)
  rmSync(folderOfClone, { recursive: true, force: true })
  mkdirSync(folderOfClone, { mode: 0o700 })
  return start(folderOfClone)
}

/** Ends the PostgreSQL of this clone with its data. */
export function stopDb() {
  if (isRunning(folderOfClone)) stop(folderOfClone)
}

/** Finds the folder of PostgreSQL's programs, or null. */
export function findBinaries() {
  const initdb = findProgram(['initdb'], ['postgresql'], debianFolders)
  return initdb === null ? null : dirname(initdb)
}

/** The newest first. */
function debianFolders() {
  return globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()
}

/** PostgreSQL refuses to run as root, so root uses the user of its package. */
export function ownerForRoot() {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map((kind) =>
    Number(spawnSync('id', [kind, 'postgres'], { encoding: 'utf8' }).stdout),
  )
  return { uid, gid }
}

async function start(folder) {
  const owner = ownerForRoot()
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const settings = {
    listen_addresses: '127.0.0.1',
    port: await freePort(),
    unix_socket_directories: folder,
    max_connections: 200,
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
  }
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  run(folder, 'initdb', ['-U', 'gatehouse', '-A', 'trust', '-E', 'UTF8', '--no-sync'])
  run(folder, 'pg_ctl', ['start', '-w', '-l', join(folder, 'log'), '-o', flags.join(' ')])
  return { ...addressesOf(folder), end: async () => stop(folder) }
}

function stop(folder) {
  run(folder, 'pg_ctl', ['stop', '-m', 'immediate'])
  rmSync(folder, { recursive: true, force: true })
}

function isRunning(folder) {
  return (
    existsSync(join(folder, 'postmaster.pid')) && call(folder, 'pg_ctl', ['status']).status === 0
  )
}

/** The addresses on the loopback, and by the socket for clients on this machine. */
function addressesOf(folder) {
  const port = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[3]
  const socket = new URLSearchParams({ user: 'gatehouse', host: folder, port })
  return {
    url: `postgres://gatehouse@127.0.0.1:${port}/postgres`,
    socketUrl: `postgres:///postgres?${socket}`,
  }
}

function run(folder, program, args) {
  const { status, stderr } = call(folder, program, args)
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
}

function call(folder, program, args) {
  const options = {
    ...ownerForRoot(),
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  }
  return spawnSync(join(findBinaries(), program), ['-D', folder, ...args], options)
}
