// PostgreSQL for tests, whose data needs no safe writes: one of a run, or the one of this clone, which
// `npm run db` starts and `npm run db -- stop` ends.
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import * as fs from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fail, root } from './bootstrap.mjs'
import { freePort } from './freePort.mjs'
import { findProgram } from './programs.mjs'

/**
 * Memory, where there is much: making and dropping a database for each test takes a third of its time
 * on a disk. Outside the clone, because root's folders are closed to the user that runs PostgreSQL.
 */
const folders = isRoomy('/dev/shm') ? '/dev/shm' : tmpdir()
const folderOfClone = join(folders, `gatehouse-db-${hash('sha256', root).slice(0, 8)}`)

function isRoomy(folder) {
  if (!fs.existsSync(folder)) return false
  const { blocks, bsize } = fs.statfsSync(folder)
  return blocks * bsize > 4 * 2 ** 30
}

/** The folder for so many bytes of data: memory, unless they would fill half of it; then a disk. */
function folderFor(bytes) {
  if (bytes * 2 < freemem()) return folders
  const disk = ['/var/tmp', tmpdir()].find((each) => fs.existsSync(each))
  const { bavail, bsize } = fs.statfsSync(disk)
  const [room, needed] = [bavail * bsize, bytes].map((each) => Math.round(each / 1e9))
  if (room < needed) throw new Error(`${disk} has room for ${room} GB, not for ${needed}.`)
  return disk
}

/**
 * Starts an empty PostgreSQL that `end` ends, with more settings, of other programs than this machine's;
 * null where its programs cannot be had. `bytes` is what its data will take, where that is much.
 */
export async function startPostgres(given = {}, programs = findBinaries(), bytes = 0) {
  if (programs === null) return null
  const folder = fs.mkdtempSync(join(folderFor(bytes), 'gatehouse-postgres-'))
  const command = (...args) => demand(folder, join(programs, 'pg_ctl'), ...args)
  return {
    ...(await start(folder, given, programs)),
    folder,
    /** Ends it at once, as a crash does. */
    crash: () => command('stop', '-m', 'immediate'),
    begin: () => command(...starting(folder)),
    /** Starts it again with other settings. */
    change: async (settings) => {
      command('stop', '-m', 'fast')
      fs.appendFileSync(join(folder, 'postgresql.conf'), linesOf(settings))
      command(...starting(folder))
    },
    end: async () => stop(folder, programs),
  }
}

const starting = (folder) => ['start', '-w', '-l', join(folder, 'log')]

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

async function start(folder, given = {}, programs = findBinaries()) {
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
    // A database of a test is gone before a cleaner pays.
    autovacuum: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
    ...given,
  }
  const run = (program, ...args) => demand(folder, join(programs, program), ...args)
  run('initdb', '-U', 'gatehouse', '-A', 'trust', '-E', 'UTF8', '--no-sync')
  fs.appendFileSync(join(folder, 'postgresql.conf'), linesOf(settings))
  run('pg_ctl', ...starting(folder))
  return addressesOf(folder)
}

function linesOf(settings) {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  return lines.join('')
}

function stop(folder, programs = findBinaries()) {
  demand(folder, join(programs, 'pg_ctl'), 'stop', '-m', 'immediate')
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

function demand(folder, program, ...args) {
  const { status, stderr } = call(folder, program, ...args)
  if (status !== 0) throw new Error(`${program} failed: ${String(stderr)}`)
}

function call(folder, program, ...args) {
  const options = { ...ownerForRoot(), cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] }
  return spawnSync(program, ['-D', folder, ...args], options)
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv[2] !== 'stop') {
    console.log(((await startDb()) ?? fail('PostgreSQL is not here, and cannot be installed.')).url)
  } else if (runningDb() !== null) stop(folderOfClone)
}
