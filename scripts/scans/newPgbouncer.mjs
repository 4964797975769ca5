// A PgBouncer that keeps prepared statements (1.21 and newer): this Debian's, or that of the next
// Debian, fetched by apt with its libraries into a folder of its own and never installed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const keys = '/usr/share/keyrings/debian-archive-keyring.gpg'
const packages =
  `pgbouncer libc6 libcares2 libevent-2.1-7t64 libpam0g libssl3t64 libsystemd0 libaudit1
  libcap-ng0 libcap2 libzstd1 zlib1g liblzma5 liblz4-1 libgcrypt20 libgpg-error0`.split(/\s+/)

/**
 * Returns the command line of a PgBouncer of 1.21 or newer, or the sentence why there is none. The
 * first call on a machine fetches some 10 MB.
 */
export function newPgbouncer() {
  if (keepsStatements(['pgbouncer'])) return { command: ['pgbouncer'] }
  const folder = join(tmpdir(), 'gatehouse-pgbouncer')
  const command = commandIn(folder)
  if (!existsSync(folder)) {
    const reason = fetchInto(folder)
    if (reason !== null) return { reason: `No PgBouncer of 1.21 or newer: ${reason}.` }
  }
  return keepsStatements(command)
    ? { command }
    : { reason: `No PgBouncer of 1.21 or newer in ${folder}.` }
}

/** Whether a command line is that of a PgBouncer that can keep prepared statements. */
export function keepsStatements([program, ...before]) {
  const { stdout } = spawnSync(program, [...before, '--version'], { encoding: 'utf8' })
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '') ?? []
  return Number(major) > 1 || Number(minor) >= 21
}

/** Its own loader, because its C library is newer than this system's. */
function commandIn(folder) {
  const libraries = join(folder, 'root/usr/lib/x86_64-linux-gnu')
  const loader = join(libraries, 'ld-linux-x86-64.so.2')
  return [loader, '--library-path', libraries, join(folder, 'root/usr/sbin/pgbouncer')]
}

function fetchInto(folder) {
  if (process.arch !== 'x64') return 'it is fetched for x86-64 alone'
  if (!existsSync(keys)) return 'this is no Debian, whose keys would prove it'
  const making = `${folder}-${process.pid}`
  try {
    for (const part of ['state/lists/partial', 'cache/archives/partial', 'packages', 'root']) {
      mkdirSync(join(making, part), { recursive: true })
    }
    writeFileSync(join(making, 'status'), '')
    writeFileSync(
      join(making, 'sources.list'),
      `deb [signed-by=${keys}] http://deb.debian.org/debian trixie main\n`,
    )
    const settings = {
      'Dir::State': join(making, 'state'),
      'Dir::State::status': join(making, 'status'),
      'Dir::Cache': join(making, 'cache'),
      'Dir::Etc::SourceList': join(making, 'sources.list'),
      'Dir::Etc::SourceParts': '/dev/null',
      'APT::Sandbox::User': 'root',
    }
    const options = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])
    const cwd = join(making, 'packages')
    const run = (program, args) => spawnSync(program, args, { cwd, timeout: 180_000 }).status === 0
    const isFetched =
      run('apt-get', [...options, 'update']) &&
      run('apt-get', [...options, 'download', ...packages])
    if (!isFetched) return 'deb.debian.org is out of reach'
    for (const file of readdirSync(cwd)) {
      if (!run('dpkg', ['-x', file, join(making, 'root')])) return `${file} cannot be unpacked`
    }
    renameSync(making, folder)
    return null
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
}
