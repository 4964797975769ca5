// npm run bench -- log-in-parts: the parts of a log-in by a right password: its statements with their time in
// PostgreSQL, and the processor time of each process. `-- --seconds 5` sets the length.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bootstrap } from '../../scripts/bootstrap.mjs'
import { installApart } from '../../scripts/installApart.mjs'

await bootstrap()
installApart(dirname(fileURLToPath(import.meta.url)))
const { Client } = await import('pg')
const { startPostgres } = await import('../../scripts/postgres.mjs')
const { printMachineSpeed } = await import('./machineSpeed.mjs')
const { processorTimes } = await import('./processorTimes.mjs')
const { Product } = await import('./product.mjs')
const { runLoad } = await import('./runLoad.mjs')
const { emptyDatabases } = await import('./startBenchEnvironment.mjs')

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } })
const seconds = Number(values.seconds)

/** The statements of a log-in, by a text of each. */
const parts = [
  ['who has the name; is the address banned', 'left join unique_values first'],
  ['the player', 'order by confirmed_at is null'],
  ['limits: is the address known', 'select count, resets_at from attempts'],
  ['limits: count the guess', 'on conflict (deployment, kind, subject_hash) do update set count'],
  ['limits: take the guess back', 'update attempts set count'],
  ['limits: keep the known address', 'do update set resets_at = excluded.resets_at'],
  ['session and entry in the ledger', 'insert into account_ledger'],
]

const shown = {
  main: 'main thread of the server',
  hashing: 'its threads that hash',
  other: 'its other threads',
  database: 'PostgreSQL',
}

const postgres = await startPostgres({ shared_preload_libraries: 'pg_stat_statements' })
if (postgres === null) throw new Error('The parts are measured on PostgreSQL.')
const { product: url } = await emptyDatabases(postgres.socketUrl, ['product'])
const client = new Client({ connectionString: url })
await client.connect()
await client.query('create extension pg_stat_statements')
const product = await Product.open(url)
try {
  await printMachineSpeed()
  for (const connections of [16, 64]) await measure(connections)
} finally {
  await client.end()
  await product.close()
  await postgres.end()
}

async function measure(connections) {
  const load = { url: product.url, connections, requests: product.logIns(2048), mayFail: true }
  await runLoad({ ...load, seconds: 3 })
  await client.query('select pg_stat_statements_reset()')
  const before = processorTimes(product, postgres)
  const { perSecond, failed } = await runLoad({ ...load, seconds })
  const after = processorTimes(product, postgres)
  const count = perSecond * seconds
  console.log(
    `\n${connections} connections: ${perSecond.toFixed(0)} log-ins a second, ${failed} refused`,
  )
  console.log('   times  ms each')
  for (const [name, text] of parts) {
    const { rows } = await client.query(
      `select coalesce(sum(calls), 0)::float as calls, coalesce(sum(total_exec_time), 0) as time
        from pg_stat_statements where position($1 in regexp_replace(query, '\\s+', ' ', 'g')) > 0`,
      [text],
    )
    const [{ calls, time }] = rows
    const each = calls === 0 ? '–' : (time / calls).toFixed(3)
    console.log(`${(calls / count).toFixed(1).padStart(8)}${each.padStart(9)}  ${name}`)
  }
  console.log('   processor time of a log-in, in ms')
  for (const [name, time] of Object.entries(after)) {
    console.log(`${((time - before[name]) / count).toFixed(2).padStart(17)}  ${shown[name]}`)
  }
}
