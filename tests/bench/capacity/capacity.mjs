// npm run bench -- capacity: what each important call costs among ten million players - processor time of the
// server and of the database, log, commits, rows - and the machines that two scenes need by it, with all
// that is taken for granted, beside figures that others have published. `-- 100000` takes fewer players,
// `--calls 1024` fewer calls of a kind.
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { bootstrap } from '../../../scripts/bootstrap.mjs'
import { installApart } from '../../../scripts/installApart.mjs'

await bootstrap()
installApart(dirname(import.meta.dirname))
const { findBinaries, startPostgres } = await import('../../../scripts/postgres.mjs')
const { printMachineSpeed } = await import('../machineSpeed.mjs')
const { Product } = await import('../product.mjs')
const { seedLoad } = await import('../seedLoad.mjs')
const { emptyDatabases } = await import('../startBenchEnvironment.mjs')
const { Browsers } = await import('./calls.mjs')
const { Meter } = await import('./meter.mjs')
const report = await import('./report.mjs')

const { values, positionals } = parseArgs({
  options: { calls: { type: 'string', default: '4096' } },
  allowPositionals: true,
})
const players = Number(positionals[0] ?? 1e7)
/** Bytes of the data and the log that a player takes while it is filled. */
const bytesOfPlayer = 3000

const filling = { shared_buffers: '1GB', max_wal_size: '4GB', wal_keep_size: '2GB' }
/** As in production; nothing is cleaned meanwhile, so that each call costs the same in each run. */
const measuring = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_level: 'replica',
}

const postgres = await startPostgres(filling, findBinaries(), players * bytesOfPlayer)
if (postgres === null) throw new Error('Capacity is measured on PostgreSQL.')
const browsers = await Browsers.open()
let product = null
let meter = null
try {
  await printMachineSpeed()
  const { capacity: url } = await emptyDatabases(postgres.socketUrl, ['capacity'])
  // The players' access tokens have to last while the others are made.
  const given = { SMTP_URL: browsers.smtpUrl, BEARER_SECONDS: '28800' }
  const from = performance.now()
  product = await Product.open(url, given, async () => {
    await seedLoad(url, players)
    await postgres.change(measuring)
  })
  const seconds = ((performance.now() - from) / 1000).toFixed(0)
  console.log(`${players.toLocaleString('en')} players in ${postgres.folder}, made in ${seconds} s`)
  meter = await Meter.open(url, product, postgres)
  await meter.measureIdle(20)
  browsers.begin(product, players - product.players.length)
  await browsers.measureAll(meter, Number(values.calls), report.printRate)
  const { costs, rows } = meter
  const serverBytes = await product.metric('process_resident_memory_bytes')
  report.print({ costs, rows, tables: await meter.readTables(), serverBytes })
  await printMachineSpeed()
} finally {
  await meter?.end()
  await product?.close()
  await browsers.close()
  await postgres.end()
}
