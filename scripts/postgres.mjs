// PostgreSQL for tests, whose data needs no safe writes: one of a run, or the one of this clone, which
// `npm run db` starts and `npm run db -- stop` ends.
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fail, root } from './bootstrap.mjs'
import { freePort } from './freePort.mjs'
import { findProgram } from './programs.mjs'

/** Outside the clone, because root's folders are closed to the user that runs PostgreSQL. */
const folderOfClone = join(tmpdir(), `gatehouse-db-${hash('sha256', root).slice(0, 8)}`)

/** Starts an empty PostgreSQL that `end` ends; null where its programs cannot be had. */
export async function startPostgres() {
  if (findBinaries() === null) return null
  const folder = fs.mkdtempSync(join(tmpdir(), 'gatehouse-postgres-'))
  return { ...(await start(folder)), end: async () => stop(folder) }
}

/** The PostgreSQL of this clone; null when it is not up. */
export function runningDb() {
  const isThere = fs.existsSync(join(folderOfClone, 'postmaster.pid'))
  const isUp = isThere && call(folderOfClone, 'pg_ctl', 'status').status === 0
  return isUp ? addressesOf(folderOfClone) : null
}

/** The PostgreSQL of this clone, started when it was not up; null where that is impossible. */
export async function startDb() {
  if (findBinaries() === null || runningDb() !== null) return runningDb()
  fs.rmSync(folderOfClone, { recursive: true, force: true })
  fs.mkdirSync(folderOfClone, { mode: 0o700 })
  return start(folderOfClone)
}

const debianFolders = () => fs.globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()

/** Finds the folder of PostgreSQL's programs, or null. */
export function findBinaries() {
  const initdb = findProgram(['initdb'], ['postgresql'], debianFolders)
  return initdb && dirname(initdb)
}

/** PostgreSQL refuses to run as root, so root uses the user of its package. */
export function ownerForRoot() {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map((kind) => Number(spawnSync('id', [kind, 'postgres']).stdout))
  return { uid, gid }
}

async function start(folder) {
  const { uid, gid } = ownerForRoot()
  if (uid !== undefined) fs.chownSync(folder, uid, gid)
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
  run(folder, 'initdb', '-U', 'gatehouse', '-A', 'trust', '-E', 'UTF8', '--no-sync')
  run(folder, 'pg_ctl', 'start', '-w', '-l', join(folder, 'log'), '-o', flags.join(' '))
  return addressesOf(folder)
}

function stop(folder) {
  run(folder, 'pg_ctl', 'stop', '-m', 'immediate')
  fs.rmSync(folder, { recursive: true, force: true })
}

/** The addresses on the loopback, and by the socket for clients on this machine. */
function addressesOf(folder) {
  const port = fs.readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[3]
  const socket = new URLSearchParams({ user: 'gatehouse', host: folder, port })
  return {
    url: `postgres://gatehouse@127.0.0.1:${port}/postgres`,
    socketUrl: `postgres:///postgres?${socket}`,
  }
}

function run(folder, program, ...args) {
  const { status, stderr } = call(folder, program, ...args)
  if (status !== 0) throw new Error(`${program} failed: ${String(stderr)}`)
}

function call(folder, program, ...args) {
  const options = { ...ownerForRoot(), cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] }
  return spawnSync(join(findBinaries(), program), ['-D', folder, ...args], options)
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv[2] !== 'stop') {
    console.log(((await startDb()) ?? fail('PostgreSQL is not here, and cannot be installed.')).url)
  } else if (runningDb() !== null) stop(folderOfClone)
}
