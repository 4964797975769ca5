// Citus for tests: built once from its public source for the PostgreSQL of this machine, and started
// as a coordinator with workers. CITUS_SOURCE is a clone of github.com/citusdata/citus; CITUS_CACHE is
// where the build is kept.
import { execFile, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../bootstrap.mjs'
import { findBinaries, startPostgres } from '../postgres.mjs'

/** The last version for PostgreSQL 15; 14 needs PostgreSQL 16 or newer. */
const versionFor = { 15: 'v13.2.2', 16: 'v14.0.1', 17: 'v14.0.1', 18: 'v14.0.1' }

/** Debian's PostgreSQL 15.20 exports a function that this version defines for itself. */
const ownFunction = /static inline bool\nhave_createdb_privilege\(void\)\n\{[\s\S]*?\n\}\n/

/**
 * The folder of programs of a PostgreSQL that has Citus, built when it is not there; null where the
 * source is missing.
 */
export function buildCitus() {
  const found = findBinaries()
  const programs = found && dirname(fs.realpathSync(join(found, 'postgres')))
  const major = programs && /(\d+)\/bin$/.exec(programs)?.[1]
  const version = versionFor[major]
  if (version === undefined) return null
  const cache = join(process.env.CITUS_CACHE ?? '/var/tmp/gatehouse-citus', `${version}-${major}`)
  const built = join(cache, programs)
  if (fs.existsSync(join(cache, 'done'))) return built
  const source = process.env.CITUS_SOURCE
  if (source === undefined) return null
  console.log(`Building Citus ${version} for PostgreSQL ${major} in ${cache}: some minutes, once.`)
  fs.rmSync(cache, { recursive: true, force: true })
  const work = join(cache, 'source')
  fs.mkdirSync(work, { recursive: true })
  sh(work, `git -c safe.directory='*' -C "$CITUS_SOURCE" archive ${version} | tar x`)
  const header = join(work, 'src/include/pg_version_compat.h')
  const text = fs.readFileSync(header, 'utf8')
  if (major === '15') {
    fs.writeFileSync(
      header,
      text.replace(ownFunction, 'extern bool have_createdb_privilege(void);\n'),
    )
  }
  // PostgreSQL finds its files from where it is: a copy of it takes the extension.
  for (const folder of [join(programs, '..'), `/usr/share/postgresql/${major}`]) {
    fs.cpSync(folder, join(cache, folder), { recursive: true, dereference: true })
  }
  sh(work, `./configure PG_CONFIG=${join(programs, 'pg_config')} --without-libcurl`)
  sh(work, `make -j2 with_llvm=no && make install with_llvm=no DESTDIR=${cache}`)
  fs.rmSync(work, { recursive: true })
  fs.writeFileSync(join(cache, 'done'), '')
  return built
}

function sh(cwd, command) {
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', command], {
    cwd,
  })
  if (status !== 0)
    throw new Error(`${command} failed: ${String(stdout).slice(-2000)}${String(stderr)}`)
}

/** For a daemon of each database, two-phase commits, and parts that move while they are written. */
const settings = {
  shared_preload_libraries: 'citus',
  max_connections: 400,
  max_prepared_transactions: 400,
  max_worker_processes: 200,
  wal_level: 'logical',
  max_wal_senders: 10,
  'citus.enable_stat_counters': 'on',
  'citus.node_conninfo': 'sslmode=disable',
  // Tests make rows fail by triggers.
  'citus.enable_unsafe_triggers': 'on',
}

/** As `gatehouse distribute` sets them: a copy of a database has no settings. */
const ofWorkers = { enable_seqscan: 'off', jit: 'off' }

/** Starts a coordinator and workers, each with Citus in `template1`; null where Citus cannot be built. */
export async function startCitus({ workers = 4, shards = 8, ...given } = {}) {
  const programs = buildCitus()
  if (programs === null) return null
  const nodes = []
  for (let count = 0; count <= workers; count += 1) {
    const own = count === 0 ? { 'citus.shard_count': shards } : ofWorkers
    nodes.push(await startPostgres({ ...settings, ...own, ...given }, programs))
  }
  const [coordinator, ...others] = nodes
  return {
    coordinator,
    workers: others,
    end: async () => {
      for (const node of nodes.toReversed()) await node.end().catch(() => undefined)
    },
  }
}

/** Makes a database of a cluster, migrated and spread; answers its address. */
export async function spreadDatabase(cluster, name) {
  const url = await joinedDatabaseOf(cluster, name)
  await spreadBy(root, url)
  return url
}

/** Makes an empty database of a cluster; answers its address. */
export async function joinedDatabaseOf({ coordinator, workers }, name) {
  const { joinedDatabase } = await import('../../apps/server/test/fixtures/citusDatabase.ts')
  return joinedDatabase(
    coordinator.url,
    workers.map(({ url }) => url),
    name,
  )
}

/** Migrates and spreads a database by the commands for operators of the version in a folder. */
export async function spreadBy(folder, DATABASE_URL) {
  const gatehouse = join(folder, 'apps/server/bin/gatehouse.mjs')
  const env = { ...process.env, DATABASE_URL }
  for (const command of ['migrate', 'distribute']) {
    const args = [gatehouse, command, '--why', 'tests']
    await promisify(execFile)(process.execPath, args, { cwd: folder, env })
  }
}
