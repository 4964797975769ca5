// npm run prove -- upgrade: two servers of the last released version, behind a proxy and under load, become
// this version and are killed and rolled back on the way. It counts what players would notice, and fails
// where a promise of docs/upgrading.md is broken. `-- --from <commit>` begins at another version,
// `--to <commit>` ends at another one than HEAD; `--players`, `--seconds` (of each step) and `--rate` set
// the size; `--proxy` is haproxy, nginx or caddy. `--migration lock`, `drop` or `good` gives the new version a
// migration of that kind. `--citus` proves it on a coordinator and four workers.
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bootstrap } from '../../../scripts/bootstrap.mjs'

await bootstrap()
const { startPostgres } = await import('../../../scripts/postgres.mjs')
const { interrupted, isEnding, runTogether } = await import('../../../scripts/processes.mjs')

const { joinedDatabaseOf, startCitus } = await import('../../../scripts/citus/citus.mjs')

const isSpread = process.argv.includes('--citus')
const postgres = await (isSpread ? startCitus : startPostgres)({ autovacuum: 'on' })
if (postgres === null) throw new Error('PostgreSQL, or Citus, is neither here nor to be had.')
const work = fs.mkdtempSync(join(tmpdir(), 'gatehouse-upgrade-'))
const database = isSpread ? await joinedDatabaseOf(postgres, 'upgrade') : postgres.socketUrl
const env = { UPGRADE_FOLDER: work, UPGRADE_DATABASE: database }
const proof = { name: 'proof', command: 'node tests/bench/upgrade/prove.mjs {@}', env }
const given = { endsOn: [], args: process.argv.slice(2) }
const [end] = isEnding() ? [] : await runTogether([proof], given)
await postgres.end()
fs.rmSync(work, { recursive: true, force: true })
process.exitCode = isEnding() ? interrupted : Number(end.exitCode !== 0)
