// npm run bench -- search: searches of staff for players while other players log in. It fails where 95 of a
// hundred searches take over 200 ms, or where log-ins lose over 5 % beside ten searches a second. By
// default among ten million players, which takes half an hour to fill; `-- 1000000` takes fewer.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { bootstrap } from '../../scripts/bootstrap.mjs'
import { installApart } from '../../scripts/installApart.mjs'

await bootstrap()
installApart(dirname(import.meta.filename))
const { Client } = await import('pg')
const { findBinaries, startPostgres } = await import('../../scripts/postgres.mjs')
const { seedLoad } = await import('./seedLoad.mjs')
const { runLoad } = await import('./runLoad.mjs')
const { printMachineSpeed } = await import('./machineSpeed.mjs')
const { emptyDatabases } = await import('./startBenchEnvironment.mjs')
const { Product } = await import('./product.mjs')

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '10' } },
  allowPositionals: true,
})
const players = Number(positionals[0] ?? 1e7)
const seconds = Number(values.seconds)
const searchesASecond = 10
const most = { milliseconds: 200, loss: 0.05 }
const bytesOfPlayer = 3000

/** Texts of each kind; a number makes each search another one. */
const kinds = {
  'a whole name': (n) => `Seeded${n}`,
  'an address': (n) => `seeded${n}@bench.test`,
  'an id': (n) => `id=${n}`,
  'the beginning of a name': (n) => `seeded${String(n).slice(0, 3)}`,
  // Without the letters that all seeded names have, and players' names have not.
  'a part of a name': (n) => `d${String(n).slice(0, 5)}`,
}

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-search-'))
const postgres = await startPostgres({}, findBinaries(), players * bytesOfPlayer)
if (postgres === null) throw new Error('Searches are measured on PostgreSQL.')
let product = null
try {
  const { search: url } = await emptyDatabases(postgres.socketUrl, ['search'])
  product = await Product.open(url, { DATA_DIR: folder }, async () => {
    await seedLoad(url, players)
    await indexParts(url)
  })
  console.log(`Among ${players.toLocaleString('en')} players`)
  await printMachineSpeed()
  process.exitCode = (await measure()) ? 0 : 1
} finally {
  await product?.close()
  await postgres.end()
  rmSync(folder, { recursive: true, force: true })
}

/** The index of docs/database.md, without which no part of a name is searched for. */
async function indexParts(url) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create extension if not exists pg_trgm')
  await client.query(
    "create index unique_values_parts on unique_values using gin (value gin_trgm_ops) where kind = 'username'",
  )
  await client.query('vacuum analyze unique_values')
  await client.end()
}

/** Prints the times, and the log-ins with and without searches. Returns whether both are kept. */
async function measure() {
  const times = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]))
  const rates = { alone: [], beside: [] }
  // The first round compiles the code, and is not counted.
  for (let round = -1; round < Number(values.rounds); round += 1) {
    const alone = await logIns()
    const [beside, found] = await Promise.all([logIns(), searches()])
    if (round < 0) continue
    rates.alone.push(alone)
    rates.beside.push(beside)
    for (const [kind, milliseconds] of found) times[kind].push(milliseconds)
  }
  for (const [kind, all] of Object.entries(times)) {
    console.log(
      `   ${kind.padEnd(24)} ${all.length} times, p95 ${quantile(all, 0.95).toFixed(0)} ms`,
    )
  }
  const p95 = quantile(Object.values(times).flat(), 0.95)
  const share = quantile(rates.beside, 0.5) / quantile(rates.alone, 0.5)
  const isQuick = p95 <= most.milliseconds
  const isQuiet = share >= 1 - most.loss
  console.log(`${isQuick ? '   ' : ' ! '}a search                 p95 ${p95.toFixed(0)} ms`)
  console.log(`${isQuiet ? '   ' : ' ! '}log-ins beside searches  × ${share.toFixed(3)}`)
  return isQuick && isQuiet
}

async function logIns() {
  const requests = product.logInsOfSeededPlayers(4096, players - product.players.length)
  const load = { url: product.url, connections: 16, seconds, requests, mayFail: true }
  return (await runLoad(load)).perSecond
}

async function searches() {
  const names = Object.keys(kinds)
  const all = []
  for (let at = 0; at < seconds * searchesASecond; at += 1) {
    const kind = names[at % names.length]
    const number = 1 + Math.floor((players - 100) * ((at * 0.618_033_988) % 1))
    all.push(timeOf(kinds[kind](number)).then((milliseconds) => [kind, milliseconds]))
    await pause(1000 / searchesASecond)
  }
  return Promise.all(all)
}

/** By the API of the machine; the console's pages use the same performer. */
async function timeOf(text) {
  const { address, token } = JSON.parse(readFileSync(join(folder, `${hostname()}.token`), 'utf8'))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const from = performance.now()
  const answer = await new Promise((answered, failed) => {
    request(`${address}/api/v1/players/find`, { method: 'POST', headers }, (response) => {
      json(response).then((body) => answered({ status: response.statusCode, body }), failed)
    })
      .on('error', failed)
      .end(JSON.stringify({ order: { text, deployment: 'bench' }, who: 'bench' }))
  })
  if (answer.status !== 200) throw new Error(`${text}: ${JSON.stringify(answer)}`)
  return performance.now() - from
}

function quantile(all, share) {
  const sorted = all.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
