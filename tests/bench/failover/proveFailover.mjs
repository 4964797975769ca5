// npm run prove -- failover: three machines with etcd, Patroni and PostgreSQL by the files of deploy/patroni,
// and two servers under load behind a proxy, in namespaces of the network that end with the command. Each
// failure of docs/operations/high-availability.md comes in turn; the table says what players noticed. It
// fails where an acknowledged write is lost with synchronous replication, or a server answers otherwise
// than 503. It needs root, unshare, and Debian's patroni, etcd, haproxy and pgbackrest. `--only` names
// failures, `--passes` the ways (hosts, asynchronous, haproxy, disk, restore), `--players`, `--seconds` (of a failure
// at least) and `--rate` the size; `--logs` names a folder that keeps the logs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bootstrap, fail, root, whenOrphaned } from '../../../scripts/bootstrap.mjs'

await bootstrap()
const options = {
  only: { type: 'string' },
  passes: { type: 'string', default: 'hosts,asynchronous,haproxy,disk,restore' },
  players: { type: 'string', default: '8000' },
  seconds: { type: 'string', default: '30' },
  rate: { type: 'string', default: '0.4' },
  logs: { type: 'string' },
}
const { values } = parseArgs({ options })

/** Everything that the command makes ends with these namespaces: processes, networks, mounts, files. */
const inside = 'GATEHOUSE_FAILOVER'
if (process.env[inside] === undefined) {
  if (process.getuid?.() !== 0) fail('npm run prove -- failover needs root, for namespaces.')
  const own = ['--net', '--ipc', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  // The shell takes leave of the processes whose parents are gone, as an init does.
  const init = ['sh', '-c', '"$@"; exit $?', 'init', process.execPath, ...process.argv.slice(1)]
  const env = { ...process.env, [inside]: '1' }
  const child = spawn('unshare', [...own, ...init], { stdio: 'inherit', env })
  // It blocks other signals, and takes everything with it.
  const end = () => child.kill('SIGKILL')
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, end)
  whenOrphaned(end)
  const [code] = await once(child, 'exit')
  process.exit(code ?? 1)
}
const { run } = await import('./machine.mjs')
const { buildPortal } = await import('../../../scripts/portal.mjs')
buildPortal()
process.env.TMPDIR = '/mnt'
await run('mount', '-t', 'tmpfs', '-o', 'size=8g,mode=1777', 'gatehouse', tmpdir())
await run('mount', '-t', 'tmpfs', '-o', 'mode=1777', 'shared', '/dev/shm')
const work = fs.mkdtempSync(join(tmpdir(), 'gatehouse-failover-'))
fs.chmodSync(work, 0o755)

const { Cluster } = await import('./cluster.mjs')
const { Play } = await import('./play.mjs')
const cluster = new Cluster()
const play = new Play(cluster, work, {
  players: Number(values.players),
  seconds: Number(values.seconds),
  rate: Number(values.rate),
  only: values.only?.split(','),
})
try {
  await cluster.open(work)
  console.log('The cluster is there.')
  await play.open(root)
  for (const pass of values.passes.split(',')) await play.pass(pass)
  process.exitCode = play.conclude() ? 0 : 1
} catch (error) {
  console.error(error)
  for (const each of cluster.machines) console.error(`${each.name}:\n${each.tail('patroni')}`)
  process.exitCode = 1
} finally {
  if (values.logs !== undefined) {
    for (const file of fs.globSync('{one,two,three}/*.log', { cwd: work })) {
      fs.cpSync(join(work, file), join(values.logs, file.replace('/', '-')))
    }
  }
  await play.close()
}
// Programs of the machines end with the namespaces.
process.exit()
