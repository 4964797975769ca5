// A PostgreSQL for one test run: fresh, on a free loopback port, deleted afterwards.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createFamily } from './family.mjs'
import { aptInstall } from './debian.mjs'
import { freePort } from './freePort.mjs'

const debian = '/usr/lib/postgresql'

/**
 * Starts a temporary PostgreSQL. Returns its addresses (on the loopback, and by its socket for
 * clients on this machine) and a function that ends it. Null where its binaries are missing and
 * cannot be installed.
 */
export async function startPostgres() {
  const binaries = findBinaries() ?? (aptInstall('postgresql') ? findBinaries() : null)
  if (binaries === null) return null
  const owner = ownerForRoot()
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-postgres-'))
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const initialise = ['-D', folder, '-U', 'gatehouse', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  const made = spawnSync(join(binaries, 'initdb'), initialise, { ...owner, cwd: folder })
  if (made.status !== 0) throw new Error(`initdb failed: ${String(made.stderr)}`)

  const port = await freePort()
  const family = createFamily((message) => console.error(message))
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: folder,
    max_connections: 200,
    // The data ends with the run, so it needs no safe writes.
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = family.start('postgres', join(binaries, 'postgres'), ['-D', folder, ...flags], {
    ...owner,
    cwd: folder,
  })
  const end = async () => {
    await family.end()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await saysReady(server)
  } catch (error) {
    await end()
    throw error
  }
  const socket = new URLSearchParams({ user: 'gatehouse', host: folder, port: String(port) })
  return {
    url: `postgres://gatehouse@127.0.0.1:${port}/postgres`,
    socketUrl: `postgres:///postgres?${socket}`,
    end,
  }
}

/** Finds the folder of PostgreSQL's binaries, or null. */
export function findBinaries() {
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => +b - +a) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  return folders.find((folder) => folder !== '' && existsSync(join(folder, 'initdb'))) ?? null
}

/** PostgreSQL refuses to run as root, so root uses the user of its package. */
export function ownerForRoot() {
  if (process.getuid?.() !== 0) return {}
  return { uid: idOfPostgres('-u'), gid: idOfPostgres('-g') }
}

function idOfPostgres(kind) {
  return Number(spawnSync('id', [kind, 'postgres'], { encoding: 'utf8' }).stdout)
}

function saysReady(server) {
  return new Promise((resolve, reject) => {
    server.stderr.on('data', (chunk) => {
      if (String(chunk).includes('ready to accept connections')) resolve()
    })
    server.on('exit', () => reject(new Error('PostgreSQL did not start.')))
  })
}
