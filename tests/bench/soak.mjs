// npm run bench -- soak: an hour of mixed load, at the rate of a small community. Every five minutes
// it prints the server's memory. It fails where memory grows or a request is refused. `-- --minutes
// 10` takes less.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bootstrap } from '../../scripts/bootstrap.mjs'
import { installApart } from '../../scripts/installApart.mjs'

await bootstrap()
installApart(dirname(fileURLToPath(import.meta.url)))
const { startPostgres } = await import('../../scripts/postgres.mjs')
const { runLoad } = await import('./runLoad.mjs')
const { Product } = await import('./product.mjs')

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } })
const minutes = Number(values.minutes)
/** Seconds between two measurements of the memory. */
const slice = 300
/** The allowed growth of memory between the first and the last measurement. */
const most = 1.1

const postgres = await startPostgres()
if (postgres === null) throw new Error('A soak needs PostgreSQL.')
// The access tokens must last for the whole hour.
const product = await Product.open(postgres.socketUrl, { BEARER_SECONDS: '14400' })
try {
  const missed = await soak()
  for (const problem of missed) console.log(` !  ${problem}`)
  process.exitCode = missed.length === 0 ? 0 : 1
} finally {
  await product.close()
  await postgres.end()
}

async function soak() {
  const { url } = product
  const load = [
    { url, connections: 4, rate: 40, requests: product.reads(64, 16) },
    { url, connections: 2, rate: 10, requests: product.tokens(64, 16) },
    { url, connections: 2, rate: 2, requests: product.logIns(1024) },
  ]
  const held = []
  const missed = []
  for (let passed = 0; passed < minutes * 60; passed += slice) {
    const seconds = Math.min(slice, minutes * 60 - passed)
    const shots = await Promise.all(
      load.map((each) => runLoad({ ...each, seconds, mayFail: true })),
    )
    const memory = (await product.metric('process_resident_memory_bytes')) / 2 ** 20
    held.push(memory)
    const failed = shots.reduce((sum, result) => sum + result.failed, 0)
    const p99 = Math.max(...shots.slice(0, 2).map((result) => result.p99))
    console.log(
      `${(passed + seconds) / 60} minutes: ${memory.toFixed(0)} MB, reads p99 ${p99} ms, ${failed} failed`,
    )
    if (failed > 0) missed.push(`${failed} requests failed: ${JSON.stringify(shots)}`)
  }
  const [first, last] = [held[0], held.at(-1)]
  if (last > first * most) missed.push(`${first.toFixed(0)} MB became ${last.toFixed(0)}.`)
  if (last > 250) missed.push(`${last.toFixed(0)} MB are in use.`)
  return missed
}
