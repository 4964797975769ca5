// npm run bench -- launch-day: for five minutes log-ins arrive twenty times as fast as the processor
// can check them. Signed-in players go on playing, and in the middle the server restarts. `--
// --quick` takes thirty seconds.
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bootstrap } from '../../scripts/bootstrap.mjs'
import { installApart } from '../../scripts/installApart.mjs'

await bootstrap()
installApart(dirname(fileURLToPath(import.meta.url)))
const { startPostgres } = await import('../../scripts/postgres.mjs')
const { sendRequest } = await import('./sendRequest.mjs')
const { runLoad } = await import('./runLoad.mjs')
const { printMachineSpeed } = await import('./machineSpeed.mjs')
const { Product } = await import('./product.mjs')

const seconds = process.argv.includes('--quick') ? 30 : 300
const times = 20
/** Players whose portal waits for `Retry-After` and tries again. */
const waiting = 20

const postgres = await startPostgres()
if (postgres === null) throw new Error('Launch day needs PostgreSQL.')
const product = await Product.open(postgres.socketUrl)
try {
  await printMachineSpeed()
  const missed = await launchDay()
  for (const problem of missed) console.log(` !  ${problem}`)
  process.exitCode = missed.length === 0 ? 0 : 1
} finally {
  await product.close()
  await postgres.end()
}

async function launchDay() {
  const { url } = product
  const logIns = { url, connections: 64, requests: product.logIns(1024) }
  await runLoad({ ...logIns, seconds: 5, mayFail: true })
  const { perSecond: sustainable } = await runLoad({ ...logIns, seconds: 5, mayFail: true })
  const reads = { url, connections: 8, rate: 100, requests: product.reads(64, 64), mayFail: true }
  const alone = await runLoad({ ...reads, seconds: 5 })
  console.log(`${sustainable.toFixed(0)} log-ins a second; reads alone: p99 ${alone.p99} ms`)

  const rush = { ...logIns, connections: 640, rate: Math.ceil(sustainable * times), mayFail: true }
  const half = seconds / 2
  const first = await Promise.all([
    runLoad({ ...rush, seconds: half }),
    runLoad({ ...reads, seconds: half }),
    retryAsThePortal(half),
  ])
  const from = performance.now()
  await product.stop()
  await product.start()
  const gap = (performance.now() - from) / 1000
  const second = await Promise.all([
    runLoad({ ...rush, seconds: half }),
    runLoad({ ...reads, seconds: half }),
    retryAsThePortal(half),
  ])
  const still = await runLoad({ ...reads, seconds: 5 })
  const memory = (await product.metric('process_resident_memory_bytes')) / 2 ** 20
  console.log(`the server was away for ${gap.toFixed(1)} s; ${memory.toFixed(0)} MB afterwards`)
  return [
    ...judge('before the restart', first, { sustainable, alone }),
    ...judge('after the restart', second, { sustainable, alone }),
    ...(gap > 10 ? [`The restart took ${gap.toFixed(1)} seconds.`] : []),
    ...(still.failed > 0 ? [`${still.failed} reads failed when all was over.`] : []),
    ...(memory > 250 ? [`${memory.toFixed(0)} MB are in use.`] : []),
  ]
}

/** Prints the results, and returns the missed budgets. */
function judge(when, [rush, reads, line], { sustainable, alone }) {
  const { 200: good = { count: 0 }, 503: full = { count: 0 }, ...others } = rush.statuses
  const pauses = line.retryAfters.toSorted((a, b) => a - b)
  console.log(
    `${when}: ${rush.perSecond.toFixed(0)} log-ins a second, ${full.count} asked to wait, ` +
      `half of them within ${rush.p50} ms; ` +
      `${line.admitted} of ${waiting} waiting players got in, after ${line.p50.toFixed(0)} s; ` +
      `reads: p99 ${reads.p99} ms, ${reads.failed} failed`,
  )
  const bound = Math.max(10 * alone.p99, 100)
  return [
    ...(good.count > 0 && rush.perSecond >= 0.7 * sustainable
      ? []
      : [`${when}: ${rush.perSecond.toFixed(0)} log-ins a second are too few.`]),
    ...(full.count > 0 ? [] : [`${when}: no log-in was asked to wait.`]),
    ...(Object.keys(others).length > 0
      ? [`${when}: other answers: ${JSON.stringify(others)}.`]
      : []),
    ...(pauses.length > 0 && pauses[0] >= 1 && pauses.at(-1) <= 5 && new Set(pauses).size > 1
      ? []
      : [`${when}: Retry-After was ${[...new Set(pauses)].join(', ') || 'never'}.`]),
    ...(reads.failed > 0 ? [`${when}: ${reads.failed} reads failed.`] : []),
    ...(reads.p99 > bound ? [`${when}: reads took ${reads.p99} ms, not ${bound}.`] : []),
  ]
}

/** Logs its own players in, who try again until they succeed, as the portal does. */
async function retryAsThePortal(limit) {
  // The queue is full by then.
  await pause(3000)
  const until = performance.now() + (limit - 3) * 1000
  const retryAfters = []
  const took = []
  const one = async (request, index) => {
    // The players arrive one after another, as the length of the queue varies.
    await pause(index * 150)
    const from = performance.now()
    while (performance.now() < until) {
      const { status, headers } = await sendRequest(product.url, request)
      if (status === 200) {
        took.push((performance.now() - from) / 1000)
        return
      }
      const retryAfter = Number(headers['retry-after'])
      retryAfters.push(retryAfter)
      await pause(Math.min(retryAfter * 1000, Math.max(0, until - performance.now())))
    }
  }
  await Promise.all(product.logIns(2048).slice(-waiting).map(one))
  const sorted = took.toSorted((a, b) => a - b)
  return { admitted: took.length, p50: sorted[Math.floor(sorted.length / 2)] ?? limit, retryAfters }
}
